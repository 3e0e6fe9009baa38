import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../contract/errors.ts';

export type LibraryFiles = {
  /** Opens a file of the library that is still what the inventory says; the caller closes it. */
  open(model: InFolder, file: Expected): Promise<FileHandle>;
  /** Throws FILE_HOST_UNAVAILABLE when the file could not be served now. */
  requireIntact(model: InFolder, file: Expected): Promise<void>;
};

type InFolder = { readonly folder: string };
type Expected = { readonly relativePath: string; readonly sizeBytes: number };

/** Reads inventory files of the library folder; never anything that a link leads out of the model's own folder. */
export function createLibraryFiles(libraryDir: string): LibraryFiles {
  const openIntact = async (model: InFolder, file: Expected) => {
    const folder = path.join(libraryDir, model.folder);
    const wanted = path.join(folder, file.relativePath);
    const [real, realFolder] = await Promise.all([realpath(wanted), realpath(folder)]);
    if (!real.startsWith(realFolder + path.sep)) throw new Error(`${wanted} leads out of its model's folder`);
    const handle = await open(real, 'r');
    const { size } = await handle.stat();
    if (size === file.sizeBytes) return handle;
    await handle.close();
    throw new Error(`${wanted} has ${size} bytes now, not ${file.sizeBytes}`);
  };
  const openFile: LibraryFiles['open'] = (model, file) =>
    openIntact(model, file).catch((cause: unknown) => {
      throw new AppError(
        'FILE_HOST_UNAVAILABLE',
        `The file host cannot read ${file.relativePath} now. Nothing was charged; try again in a minute.`,
        { cause },
      );
    });
  return {
    open: openFile,
    requireIntact: async (model, file) => {
      const handle = await openFile(model, file);
      await handle.close();
    },
  };
}
