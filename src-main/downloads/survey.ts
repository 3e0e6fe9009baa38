import { randomUUID } from 'node:crypto';
import { AppError, toErrorBody } from '../../server/contract/errors.ts';
import type { DownloadWish, Library } from '../ipc/contract.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { Survey, SurveyFile, SurveyWish } from '../ipc/survey-contract.ts';
import type { ServerClient } from '../server-client.ts';
import { lookAtModels } from './survey-models.ts';

type SurveyOptions = {
  /** A client that asks only the server and the account of this moment. */
  readonly createClient: () => ServerClient;
  readonly isSignedIn: () => boolean;
  readonly readLibrary: () => Promise<Library>;
  /** Whether this exact file is in the list of downloads, and not finished. */
  readonly isListed: (file: DownloadWish) => boolean;
  /** Free bytes that the list of downloads leaves; null if it is unknown. */
  readonly readFree: (library: string | undefined) => Promise<number | null>;
  readonly add: (requests: readonly DownloadWish[]) => Promise<unknown>;
  readonly onChange: () => void;
};

const toRequest = (file: SurveyFile, { format, lod, library }: SurveyWish): DownloadWish => ({
  ...{ guid: file.guid, title: file.title, format, lod, variant: file.variant },
  ...{ relativePath: file.relativePath ?? '', version: file.version, sizeBytes: file.sizeBytes },
  ...(file.sha256 !== null && { sha256: file.sha256 }),
  ...(library !== undefined && { library }),
  maxPriceUsd: file.priceUsd,
});

const fileKey = (guid: string, relativePath: string) => JSON.stringify([guid, relativePath]);

/** The files of the library that are what was downloaded, by model and path, with their SHA-256. */
function listHere({ models }: Library): ReadonlyMap<string, string> {
  const here = new Map<string, string>();
  for (const { guid, files } of models)
    for (const file of files)
      if (file.isPresent && !file.isEdited) here.set(fileKey(guid, file.relativePath), file.sha256);
  return here;
}

const sumSizes = (files: readonly SurveyFile[]) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Each model is unlocked once, whatever number of its files is wanted. */
function sumPrices(files: readonly SurveyFile[]): number {
  const prices = new Map(files.map(({ guid, priceUsd }) => [guid, priceUsd]));
  const cents = [...prices.values()].reduce((sum, usd) => sum + Math.round(usd * 100), 0);
  return cents / 100;
}

type SurveyFeature = {
  readonly handlers: FeatureHandlers<'survey'>;
  readonly read: () => Survey | null;
};

/** Finds out what a download of many models would bring and cost, and adds exactly that once it is confirmed. */
export function createSurvey(options: SurveyOptions): SurveyFeature {
  let survey: Survey | null = null;
  let control = new AbortController();

  function change(id: string, patch: Partial<Survey>): void {
    if (survey?.id !== id) return;
    survey = { ...survey, ...patch };
    options.onChange();
  }

  async function judge(files: readonly SurveyFile[], wish: SurveyWish): Promise<SurveyFile[]> {
    const here = listHere(await options.readLibrary());
    return files.map((file) => {
      const { guid, relativePath, sha256 } = file;
      if (relativePath === null) return file;
      if (options.isListed(toRequest(file, wish))) return { ...file, state: 'listed' };
      return here.get(fileKey(guid, relativePath)) === sha256 ? { ...file, state: 'here' } : file;
    });
  }

  async function look(id: string, wish: SurveyWish, signal: AbortSignal): Promise<void> {
    const client = options.createClient();
    const isSignedIn = options.isSignedIn();
    const onProgress = (looked: number, total: number) => change(id, { looked, total });
    const found = await lookAtModels({ client, wish, isSignedIn, signal, onProgress });
    const files = await judge(found, wish);
    const wanted = files.filter(({ state }) => state === 'wanted');
    const balanceUsd = isSignedIn ? (await client.call('balance', {})).balanceUsd : null;
    const freeBytes = await options.readFree(wish.library);
    const sums = { sizeBytes: sumSizes(wanted), priceUsd: sumPrices(wanted) };
    signal.throwIfAborted();
    change(id, { status: 'ready', files, balanceUsd, freeBytes, ...sums });
  }

  function start(wish: SurveyWish): Survey {
    control.abort();
    control = new AbortController();
    const { signal } = control;
    const id = randomUUID();
    const nothing = { sizeBytes: 0, priceUsd: 0, balanceUsd: null, freeBytes: null, error: null };
    const begun: Survey = { id, status: 'looking', wish, looked: 0, total: null, files: [], ...nothing };
    survey = begun;
    look(id, wish, signal).catch((error: unknown) => {
      const { code, message } = toErrorBody(error, id);
      if (!signal.aborted) change(id, { status: 'failed', error: { code, message } });
    });
    return begun;
  }

  function end(): void {
    control.abort();
    survey = null;
  }

  async function confirm(id: string): Promise<{ readonly added: number }> {
    if (survey?.id !== id || survey.status !== 'ready')
      throw new AppError('NOT_FOUND', 'This list is no longer the current one. Open it again, then confirm.');
    const { wish, files } = survey;
    const wanted = files.filter(({ state }) => state === 'wanted');
    await options.add(wanted.map((file) => toRequest(file, wish)));
    end();
    return { added: wanted.length };
  }

  return {
    read: () => survey,
    handlers: {
      'survey.start': start,
      'survey.read': () => survey,
      'survey.cancel': end,
      'survey.confirm': ({ id }) => confirm(id),
    },
  };
}
