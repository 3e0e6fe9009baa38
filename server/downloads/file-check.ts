import pMap from 'p-map';
import type { ModelHosts } from '../catalogue/model/model-hosts.ts';
import type { ModelRow } from '../catalogue/model/model-row.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import type { LibraryFiles } from '../files/library-files.ts';

export type FileCheck = {
  /** Throws FILE_HOST_UNAVAILABLE when files could not be served now, here or by the model's file host. */
  requireServable(model: ModelRow, files: readonly InventoryFile[]): Promise<void>;
  isAvailable(model: ModelRow): Promise<boolean>;
};

type Hosts = Pick<ModelHosts, 'offersOf'> & { isUp(host: number): Promise<boolean> };

const checksAtOnce = 8;

function addThatNothingWasCharged(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  const { code, message, details, cause } = error;
  throw new AppError(code, `${message} Nothing was charged.`, { ...(details && { details }), cause });
}

/** Looks before money moves: at the disk for this server's own files, at the file host for others. */
export function createFileCheck(libraryFiles: Pick<LibraryFiles, 'requireIntact'>, hosts: Hosts): FileCheck {
  /** Asks hosts in turn; the address then leads to the first that answers. */
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
      `The file host of "${title}" is not responding. Nothing was charged; try again in a minute.`,
    );
  };
  return {
    async requireServable(model, files) {
      if (model.host !== null) return requireUp(model, files);
      await pMap(files, (file) => libraryFiles.requireIntact(model, file).catch(addThatNothingWasCharged), {
        concurrency: checksAtOnce,
      });
    },
    isAvailable: async (model) => model.host === null || isAnyUp(model),
  };
}
