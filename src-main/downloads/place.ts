import { lstat, mkdir, realpath, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { onDisk } from './disk.ts';

async function kindOf(file: string): Promise<'none' | 'file' | 'folder' | 'other'> {
  try {
    const found = await lstat(file);
    if (found.isFile()) return 'file';
    return found.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 'none';
    throw error;
  }
}

function refuse(file: string, reason: string): AppError {
  return new AppError(
    'FORBIDDEN',
    `${file} ${reason}, so nothing is written there. Move it out of the library folder, then try again.`,
  );
}

async function ensureFolder(folder: string): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === 'none') await mkdir(folder);
  else if (kind !== 'folder') throw refuse(folder, 'is a link or a file where a folder should be');
}

/** Creates the folders for a file of a model and returns its path. Links inside the library are not followed. */
export async function preparePlace(
  library: string,
  modelFolder: string,
  relativePath: string,
): Promise<string> {
  const target = path.join(modelFolder, ...relativePath.split('/'));
  return onDisk(target, async () => {
    await ensureFolder(modelFolder);
    const folders = relativePath.split('/').slice(0, -1);
    for (const depth of folders.keys())
      await ensureFolder(path.join(modelFolder, ...folders.slice(0, depth + 1)));
    const [root, parent] = await Promise.all([realpath(library), realpath(path.dirname(target))]);
    if (!parent.startsWith(root + path.sep)) throw refuse(target, 'is outside the library folder');
    const kind = await kindOf(target);
    if (kind !== 'none' && kind !== 'file')
      throw refuse(target, 'is a link or a folder where a file should be');
    return target;
  });
}

/** Removes the empty folders above a file, up to the library. */
export async function removeEmptyFolders(library: string, file: string): Promise<void> {
  let folder = path.dirname(file);
  while (folder.startsWith(library + path.sep)) {
    const isRemoved = await rmdir(folder).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
    folder = path.dirname(folder);
  }
}
