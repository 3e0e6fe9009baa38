import { randomUUID } from 'node:crypto';
import pMap from 'p-map';
import { z } from 'zod';
import { InventoryEntry } from '../../server/contract/catalogue/discovery.ts';
import { Guid, Usd } from '../../server/contract/common.ts';
import { AppError, toErrorBody, toFailure } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import { sentence } from '../../server/contract/sentence.ts';
import type { DownloadWish, Library } from '../platform/ipc/contract.ts';
import type { Survey, SurveyFile, SurveyWish } from '../platform/ipc/downloads-contract.ts';
import type { FeatureHandlers } from '../platform/ipc/handlers.ts';
import type { ServerClient } from '../server-connection/server-client.ts';

const Page = z.object({ total: z.number(), results: z.array(z.object({ guid: Guid })) });
const Details = z.object({
  guid: Guid,
  title: z.string(),
  version: z.number().int(),
  priceUsd: Usd,
  topologies: z.array(
    z.object({
      lod: z.string(),
      files: z.array(
        InventoryEntry.pick({
          ...{ format: true, relativePath: true, variant: true, role: true },
          ...{ sizeBytes: true, sha256: true },
        }).extend({ supportBytes: z.number() }),
      ),
    }),
  ),
});
const Unlocks = z.object({ entitlements: z.array(z.object({ guid: Guid })), hasMore: z.boolean() });

const most = 10_000;
const atOnce = 6;

function read<S extends z.ZodType>(schema: S, answer: unknown): z.output<S> {
  const parsed = schema.safeParse(answer);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'UNAVAILABLE',
    'The server described its models in a format that Lodestock does not understand. Check the server address in Settings, or update Lodestock.',
    { cause: parsed.error },
  );
}

async function listGuids(
  client: ServerClient,
  { models }: SurveyWish,
  signal: AbortSignal,
): Promise<string[]> {
  if ('guids' in models) return [...new Set(models.guids)];
  const { query } = models;
  const route = typeof query.q === 'string' && query.q.trim() !== '' ? 'search' : 'browse';
  const limit = limits.pageSize.max;
  const guids = new Set<string>();
  for (let offset = 0; ; offset += limit) {
    const { total, results } = read(Page, await client.forward(route, { ...query, limit, offset }));
    signal.throwIfAborted();
    if (total > most)
      throw new AppError(
        'TOO_LARGE',
        sentence`${{ count: total }} models are more than the ${{ most }} that can be downloaded at once. Narrow the search, then try again.`,
      );
    for (const { guid } of results) guids.add(guid);
    if (results.length === 0 || offset + limit >= total) return [...guids];
  }
}

/** Returns the models that the account has unlocked; none when signed out. */
async function listUnlocked(client: ServerClient, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const guids = new Set<string>();
  const limit = limits.accountPage.max;
  for (let offset = 0; ; offset += limit) {
    const { entitlements, hasMore } = read(Unlocks, await client.call('entitlements', { limit, offset }));
    signal.throwIfAborted();
    for (const { guid } of entitlements) guids.add(guid);
    if (!hasMore) return guids;
  }
}

/** Returns the exact files of one model, or one line that says it has none. */
function toFiles(details: z.infer<typeof Details>, wish: SurveyWish, isUnlocked: boolean): SurveyFile[] {
  const { guid, title, version } = details;
  const model = { guid, title, version, priceUsd: isUnlocked ? 0 : details.priceUsd };
  const found = details.topologies
    .filter(({ lod }) => lod === wish.lod)
    .flatMap(({ files }) => files)
    .filter(({ role, format }) => role === 'scene' && format === wish.format);
  const absent = { relativePath: null, variant: null, sha256: null, sizeBytes: 0 };
  if (found.length === 0) return [{ ...model, ...absent, state: 'absent' }];
  return found.map(({ relativePath, variant, sha256, sizeBytes, supportBytes }) => ({
    ...{ ...model, relativePath, variant, sha256 },
    sizeBytes: sizeBytes + supportBytes,
    state: 'wanted',
  }));
}

/** Reads every model without charging anything. Skips models that no longer exist. */
async function lookAtModels(options: {
  readonly client: ServerClient;
  readonly wish: SurveyWish;
  readonly isSignedIn: boolean;
  readonly signal: AbortSignal;
  readonly onProgress: (looked: number, total: number) => void;
}): Promise<SurveyFile[]> {
  const { client, wish, isSignedIn, signal, onProgress } = options;
  const guids = await listGuids(client, wish, signal);
  const unlocked = isSignedIn ? await listUnlocked(client, signal) : new Set<string>();
  let looked = 0;
  onProgress(looked, guids.length);
  const look = async (guid: string): Promise<SurveyFile[]> => {
    signal.throwIfAborted();
    try {
      const details = read(Details, await client.call('model', { guid }));
      return toFiles(details, wish, unlocked.has(guid));
    } catch (error) {
      if (error instanceof AppError && error.code === 'MODEL_NOT_FOUND') return [];
      throw error;
    } finally {
      looked += 1;
      onProgress(looked, guids.length);
    }
  };
  return (await pMap(guids, look, { concurrency: atOnce })).flat();
}

type SurveyOptions = {
  readonly createClient: () => ServerClient;
  readonly isSignedIn: () => boolean;
  readonly readLibrary: () => Promise<Library>;
  /** True if this exact file has an unfinished download. */
  readonly isListed: (file: DownloadWish) => boolean;
  /** Free bytes after all listed downloads; null if unknown. */
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

/** Returns the SHA-256 of the unchanged files in the library, by model and path. */
function listHere({ models }: Library): ReadonlyMap<string, string> {
  const here = new Map<string, string>();
  for (const { guid, files } of models)
    for (const file of files)
      if (file.isPresent && !file.isEdited) here.set(fileKey(guid, file.relativePath), file.sha256);
  return here;
}

const sumSizes = (files: readonly SurveyFile[]) => files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** A model is unlocked once, however many of its files are wanted. */
function sumPrices(files: readonly SurveyFile[]): number {
  const prices = new Map(files.map(({ guid, priceUsd }) => [guid, priceUsd]));
  const cents = [...prices.values()].reduce((sum, usd) => sum + Math.round(usd * 100), 0);
  return cents / 100;
}

/** Finds out what a download of many models would contain and cost, and adds exactly that once it is confirmed. */
export function createSurvey(options: SurveyOptions) {
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
      const failure = toFailure(toErrorBody(error, id));
      if (!signal.aborted) change(id, { status: 'failed', error: failure });
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

  const handlers: FeatureHandlers<'survey'> = {
    'survey.start': start,
    'survey.read': () => survey,
    'survey.cancel': end,
    'survey.confirm': ({ id }) => confirm(id),
  };
  return { handlers, read: () => survey };
}
