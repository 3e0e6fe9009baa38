import { type FileHandle, open, realpath, stat } from 'node:fs/promises';
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
  const placeOf = (model: InFolder, file: Expected) => path.join(libraryDir, model.folder, file.relativePath);
  const requireSize = (file: Expected, size: number) => {
    if (size !== file.sizeBytes)
      throw new Error(`${file.relativePath} has ${size} bytes now, not ${file.sizeBytes}`);
  };
  const openIntact = async (model: InFolder, file: Expected) => {
    const folder = path.join(libraryDir, model.folder);
    const [real, realFolder] = await Promise.all([realpath(placeOf(model, file)), realpath(folder)]);
    if (!real.startsWith(realFolder + path.sep)) throw new Error(`${real} is not in its model's folder`);
    const handle = await open(real, 'r');
    try {
      requireSize(file, (await handle.stat()).size);
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  };
  const unavailable = (file: Expected) => (cause: unknown) => {
    throw new AppError(
      'FILE_HOST_UNAVAILABLE',
      `The file host cannot read ${file.relativePath} now. Nothing was charged; try again in a minute.`,
      { cause },
    );
  };
  return {
    open: (model, file) => openIntact(model, file).catch(unavailable(file)),
    requireIntact: (model, file) =>
      stat(placeOf(model, file))
        .then(({ size }) => requireSize(file, size))
        .catch(unavailable(file)),
  };
}
