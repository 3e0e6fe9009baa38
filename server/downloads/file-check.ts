import pMap from 'p-map';
import type { Clock } from '../base/clock.ts';
import type { ModelHosts } from '../catalogue/model/model-hosts.ts';
import type { ModelRow } from '../catalogue/model/model-row.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { AppError, wordsOf } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { inTurn, sentence } from '../contract/sentence.ts';
import type { Capabilities } from '../files/capabilities.ts';
import type { LibraryFiles } from '../files/library-files.ts';

export type FileCheck = ReturnType<typeof createFileCheck>;

type Hosts = Pick<ModelHosts, 'offersOf'> & { isUp(host: number): Promise<boolean> };
type Parts = {
  readonly libraryFiles: Pick<LibraryFiles, 'requireIntact'>;
  readonly hosts: Hosts;
  readonly capabilities: Pick<Capabilities, 'toUrl'>;
  readonly clock: Clock;
  /** Milliseconds for a file host's answer to one request. */
  readonly patience: number;
};

const checksAtOnce = 8;

/** Whether a file host confirms that it serves a URL. */
async function isOffered(url: string, patience: number): Promise<boolean> {
  const asked = fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(patience) });
  const status = await asked.then(
    (response) => response.status,
    () => 503,
  );
  return status < 400 || status === 405 || status === 501;
}

function addThatNothingWasCharged(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { code, details, cause } = error;
  throw new AppError(code, inTurn(wordsOf(error), 'Nothing was charged.'), {
    ...(details && { details }),
    cause,
  });
}

/** Checks availability before money moves: on disk for this server's own files, at the file host for others. */
export function createFileCheck({ libraryFiles, hosts, capabilities, clock, patience }: Parts) {
  /** Asks hosts in turn; the URL then points to the first that answers. */
  const isAnyUp = async ({ guid }: ModelRow, path?: string) => {
    for (const { host } of hosts.offersOf(guid, path)) if (await hosts.isUp(host)) return true;
    return false;
  };
  const requireUp = async (model: ModelRow, files: readonly InventoryFile[]) => {
    const folders = new Set(files.map(({ topologyFolder }) => `${topologyFolder}/`));
    const areUp = await Promise.all([...folders].map((folder) => isAnyUp(model, folder)));
    if (areUp.every(Boolean)) return;
    const { title } = model;
    throw new AppError(
      'FILE_HOST_UNAVAILABLE',
      sentence`The file host of "${{ title }}" is not responding. Nothing was charged; try again in a minute.`,
    );
  };
  return {
    /** Throws FILE_HOST_UNAVAILABLE if the files cannot be served now, here or by the model's file host. */
    async requireServable(model: ModelRow, files: readonly InventoryFile[]) {
      if (model.host !== null) return requireUp(model, files);
      await pMap(files, (file) => libraryFiles.requireIntact(model, file).catch(addThatNothingWasCharged), {
        concurrency: checksAtOnce,
      });
    },
    /**
     * Asks the model's file host to confirm, before money moves, that it serves the files. Throws UNAVAILABLE if it
     * does not. A host that does not support such requests (405, 501) or redirects to a store is trusted.
     */
    async requireOffered(model: ModelRow, files: readonly InventoryFile[]) {
      if (model.host === null) return;
      const expiresAt = clock() + limits.capability.lifetime;
      await pMap(
        files,
        async (file) => {
          const permission = { guid: model.guid, of: file.relativePath, expiresAt, grantedBy: null };
          if (await isOffered(capabilities.toUrl(permission), patience)) return;
          throw new AppError(
            'UNAVAILABLE',
            sentence`The file host of "${{ title: model.title }}" does not serve ${{ file: file.relativePath }} now. Nothing was charged; try again in a minute.`,
            { details: { retryAfterSeconds: 60, place: 'file' } },
          );
        },
        { concurrency: checksAtOnce },
      );
    },
    isAvailable: async (model: ModelRow) => model.host === null || isAnyUp(model),
  };
}
