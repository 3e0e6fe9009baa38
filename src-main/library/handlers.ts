import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import type { Library, LibraryComparison, SeenLibrary } from '../ipc/contract.ts';
import type { FeatureHandlers } from '../ipc/handlers.ts';
import { findOnDisk } from '../storage/find-on-disk.ts';
import { type CheckedFiles, checkModel } from './check-model.ts';

type LibraryHandlersOptions = {
  /** As it was seen last. */
  readonly showLibrary: () => Promise<SeenLibrary>;
  /** As it is now. */
  readonly readLibrary: () => Promise<Library>;
  readonly checked: CheckedFiles;
  readonly onChecked: () => void;
  readonly compare: () => Promise<LibraryComparison>;
  readonly showItemInFolder: (file: string) => void;
};

/** The real path of a file that must lie inside the library. */
async function resolveInside(library: string, file: string): Promise<string> {
  const [root, target] = await Promise.all([realpath(library), realpath(file).catch(() => null)]);
  if (target === null)
    throw new AppError('FILE_NOT_FOUND', `${file} no longer exists. Download the model again.`);
  if (!target.startsWith(root + path.sep))
    throw new AppError('FORBIDDEN', `${file} points outside the library folder, so it was not opened.`);
  return target;
}

export function createLibraryHandlers(options: LibraryHandlersOptions): FeatureHandlers<'library'> {
  async function findModel(guid: string) {
    const library = await options.readLibrary();
    if (library.absence !== null) throw new AppError('UNAVAILABLE', library.absence);
    const model = library.models.find((candidate) => candidate.guid === guid);
    if (!model) throw new AppError('MODEL_NOT_FOUND', 'This model is not in the library. Download it first.');
    return { library, model };
  }

  return {
    'library.read': options.showLibrary,
    'library.compare': options.compare,
    'library.check': async ({ guid }) => {
      const { model } = await findModel(guid);
      const check = await checkModel(model, options.checked);
      options.onChecked();
      return check;
    },
    'library.reveal': async ({ guid, relativePath }) => {
      const { library, model } = await findModel(guid);
      if (relativePath !== null && !model.files.some((file) => file.relativePath === relativePath))
        throw new AppError('FILE_NOT_FOUND', `“${model.title}” has no downloaded file ${relativePath}.`);
      const file = relativePath === null ? model.folder : await findOnDisk(model.folder, relativePath);
      options.showItemInFolder(await resolveInside(library.folder, file));
    },
  };
}
