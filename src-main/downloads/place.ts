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

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : null);

const notFolder = 'is a link or a file where a folder should be';
const notFile = 'is a link or a folder where a file should be';

/** Another computer may make the folder at the same time. Links are not followed. */
export async function ensureFolder(folder: string): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === 'folder') return;
  if (kind !== 'none') throw refuse(folder, notFolder);
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  if ((await kindOf(folder)) === 'file') throw refuse(folder, notFolder);
}

/** Makes folders, one in the other; begins anew when another computer removes one that is still empty. */
export async function ensureFolders(folders: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      for (const folder of folders) await ensureFolder(folder);
      return;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === 5) throw error;
    }
  }
}

const placeOf = (modelFolder: string, relativePath: string) =>
  path.join(modelFolder, ...relativePath.split('/'));

function foldersOf(modelFolder: string, relativePath: string): string[] {
  const names = relativePath.split('/').slice(0, -1);
  return [modelFolder, ...names.map((_, depth) => path.join(modelFolder, ...names.slice(0, depth + 1)))];
}

/** Where a file of a model belongs; refuses a place where it could never be put. Creates nothing, follows no link. */
export async function findPlace(modelFolder: string, relativePath: string): Promise<string> {
  const target = placeOf(modelFolder, relativePath);
  return onDisk(target, async () => {
    for (const folder of foldersOf(modelFolder, relativePath)) {
      const kind = await kindOf(folder);
      if (kind === 'none') return target;
      if (kind !== 'folder') throw refuse(folder, notFolder);
    }
    const kind = await kindOf(target);
    if (kind !== 'none' && kind !== 'file') throw refuse(target, notFile);
    return target;
  });
}

/** Most programs of Windows open no longer path (MAX_PATH); Lodestock itself could write one. */
const longestWindowsPath = 259;

/** Throws FORBIDDEN for files that Lodestock could write, but that the programs of this system could not open. */
export function refuseLongPaths(
  modelFolder: string,
  files: readonly { readonly relativePath: string }[],
  platform: string = process.platform,
): void {
  if (platform !== 'win32') return;
  const places = files.map(({ relativePath }) => placeOf(modelFolder, relativePath));
  const longest = places.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length <= longestWindowsPath) return;
  throw new AppError(
    'FORBIDDEN',
    `${longest} would have a path of ${longest.length} characters, and most Windows programs open at most ${longestWindowsPath}. Choose a library folder with a shorter path in Settings, such as C:\\Models, then download it again.`,
  );
}

/** Creates the folders for a file of a model and returns its path. Links inside the library are not followed. */
export async function preparePlace(
  library: string,
  modelFolder: string,
  relativePath: string,
): Promise<string> {
  const target = placeOf(modelFolder, relativePath);
  return onDisk(target, async () => {
    await ensureFolders(foldersOf(modelFolder, relativePath));
    const [root, parent] = await Promise.all([realpath(library), realpath(path.dirname(target))]);
    if (!parent.startsWith(root + path.sep)) throw refuse(target, 'is outside the library folder');
    return findPlace(modelFolder, relativePath);
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
