import pMap from 'p-map';
import type { ModelRow } from '../catalogue/model/model-row.ts';
import type { InventoryFile } from '../catalogue/model/models.ts';
import { AppError } from '../contract/errors.ts';
import type { LibraryFiles } from '../files/library-files.ts';

export type FileCheck = {
  /** Throws FILE_HOST_UNAVAILABLE when files could not be served now, here or by the model's file host. */
  requireServable(model: ModelRow, files: readonly InventoryFile[]): Promise<void>;
  isAvailable(model: ModelRow): Promise<boolean>;
};

type Hosts = { isUp(host: number): Promise<boolean> };

const checksAtOnce = 8;

/** Looks before money moves: at the disk for this server's own files, at the file host for others. */
export function createFileCheck(libraryFiles: Pick<LibraryFiles, 'requireIntact'>, hosts: Hosts): FileCheck {
  const requireUp = async ({ title }: ModelRow, host: number) => {
    if (await hosts.isUp(host)) return;
    throw new AppError(
      'FILE_HOST_UNAVAILABLE',
      `The file host of "${title}" does not answer now. Nothing was charged; try again in a minute.`,
    );
  };
  return {
    async requireServable(model, files) {
      if (model.host !== null) return requireUp(model, model.host);
      await pMap(files, (file) => libraryFiles.requireIntact(model, file), { concurrency: checksAtOnce });
    },
    isAvailable: async (model) => model.host === null || hosts.isUp(model.host),
  };
}
