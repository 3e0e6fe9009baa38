import { lstat, mkdir, realpath, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../server/contract/errors.ts';
import { findPathFault, toPathKey } from '../../server/contract/relative-path.ts';
import { sentence, type Words } from '../../server/contract/sentence.ts';
import { codeOf, isMissing, onDisk } from '../platform/storage/disk-errors.ts';
import { inFolder } from '../platform/storage/files.ts';

export const receiptName = 'model.json';

/** The app's folder next to the files of a model: running downloads, and an unfinished change. */
export const stateFolder = '.lodestock';

/** Returns why a file must not have this path in a model's folder, worded to end a sentence; null if it may. */
export function findPlaceFault(relativePath: string): Words | null {
  const key = toPathKey(relativePath);
  if (key === receiptName) return "which is the name of the model's receipt";
  if (key === stateFolder || key.startsWith(`${stateFolder}/`))
    return 'which is where Lodestock keeps its own files';
  return findPathFault(relativePath);
}

/** Returns two paths that cannot both exist: the same name on some file systems, or a file that is also a folder. */
export function findPathCollision(paths: readonly string[]): readonly [string, string] | null {
  const files = new Map<string, string>();
  for (const path of paths) {
    const twin = files.get(toPathKey(path));
    if (twin !== undefined) return [twin, path];
    files.set(toPathKey(path), path);
  }
  for (const path of paths) {
    const segments = toPathKey(path).split('/');
    for (let depth = 1; depth < segments.length; depth += 1) {
      const parent = files.get(segments.slice(0, depth).join('/'));
      if (parent !== undefined) return [parent, path];
    }
  }
  return null;
}

async function kindOf(file: string): Promise<'none' | 'file' | 'folder' | 'other'> {
  try {
    const found = await lstat(file);
    if (found.isFile()) return 'file';
    return found.isDirectory() ? 'folder' : 'other';
  } catch (error) {
    if (isMissing(error)) return 'none';
    throw error;
  }
}

function refuse(file: string, reason: string): AppError {
  return new AppError(
    'FORBIDDEN',
    sentence`${{ place: file }} ${{ fault: reason }}, so nothing was written there. Move it out of the library folder, then try again.`,
  );
}

const notFolder = 'is a link or a file where a folder should be';
const notFile = 'is a link or a folder where a file should be';

/** Creates a folder, which another computer may create at the same time. Does not follow links. */
export async function ensureFolder(folder: string): Promise<void> {
  const kind = await kindOf(folder);
  if (kind === 'folder') return;
  if (kind !== 'none') throw refuse(folder, notFolder);
  await mkdir(folder).catch((error: unknown) => {
    if (codeOf(error) !== 'EEXIST') throw error;
  });
  if ((await kindOf(folder)) === 'file') throw refuse(folder, notFolder);
}

/** Creates nested folders; starts over if another computer removes an empty one. */
export async function ensureFolders(folders: readonly string[]): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      for (const folder of folders) await ensureFolder(folder);
      return;
    } catch (error) {
      if (!isMissing(error) || tries === 5) throw error;
    }
  }
}

function foldersOf(modelFolder: string, relativePath: string): string[] {
  const names = relativePath.split('/').slice(0, -1);
  return [modelFolder, ...names.map((_, depth) => path.join(modelFolder, ...names.slice(0, depth + 1)))];
}

/** Returns the absolute paths of a model's files; rejects impossible ones. Creates nothing, follows no link. */
export function createPlaceFinder(modelFolder: string): (relativePath: string) => Promise<string> {
  const known = new Map<string, ReturnType<typeof kindOf>>();
  const kindOfFolder = (folder: string) => {
    const kind = known.get(folder) ?? kindOf(folder);
    known.set(folder, kind);
    return kind;
  };
  return (relativePath) => {
    const target = inFolder(modelFolder, relativePath);
    return onDisk(target, async () => {
      for (const folder of foldersOf(modelFolder, relativePath)) {
        const kind = await kindOfFolder(folder);
        if (kind === 'none') return target;
        if (kind !== 'folder') throw refuse(folder, notFolder);
      }
      await judgeTarget(target);
      return target;
    });
  };
}

/** Returns true if a file exists; rejects a link or a folder. */
async function judgeTarget(target: string): Promise<boolean> {
  const kind = await kindOf(target);
  if (kind !== 'none' && kind !== 'file') throw refuse(target, notFile);
  return kind === 'file';
}

export const findPlace = (modelFolder: string, relativePath: string): Promise<string> =>
  createPlaceFinder(modelFolder)(relativePath);

/** The longest path that most Windows programs open (MAX_PATH). Lodestock itself could write longer ones. */
const longestWindowsPath = 259;

/** Throws FORBIDDEN for paths that Lodestock could write but other programs could not open. */
export function refuseLongPaths(
  modelFolder: string,
  files: readonly { readonly relativePath: string }[],
  platform: string = process.platform,
): void {
  if (platform !== 'win32') return;
  const places = files.map(({ relativePath }) => inFolder(modelFolder, relativePath));
  const longest = places.reduce((one, other) => (other.length > one.length ? other : one), '');
  if (longest.length <= longestWindowsPath) return;
  throw new AppError(
    'FORBIDDEN',
    sentence`${{ file: longest }} would have a path of ${{ count: longest.length }} characters, and most Windows programs open at most ${{ most: longestWindowsPath }}. Choose a library folder with a shorter path in Settings, such as C:\\Models, then download it again.`,
  );
}

type PreparedPlace = { readonly target: string; readonly isTaken: boolean };

/** Milliseconds for which a checked folder is trusted, within one change of a model. */
const freshFor = 250;

/** Creates the folders for files of a model and returns their paths. Does not follow links inside the library. */
export function createPlaces(
  library: string,
  modelFolder: string,
  now: () => number = () => performance.now(),
): (relativePath: string) => Promise<PreparedPlace> {
  const prepared = new Map<string, number>();

  async function prepareFolder(relativePath: string, target: string): Promise<void> {
    const folder = path.dirname(target);
    const judgedAt = prepared.get(folder);
    if (judgedAt !== undefined && now() - judgedAt < freshFor) return;
    await ensureFolders(foldersOf(modelFolder, relativePath));
    const [root, parent] = await Promise.all([realpath(library), realpath(folder)]);
    if (!parent.startsWith(root + path.sep)) throw refuse(target, 'is outside the library folder');
    await findPlace(modelFolder, relativePath);
    prepared.set(folder, now());
  }

  return (relativePath) => {
    const target = inFolder(modelFolder, relativePath);
    return onDisk(target, async () => {
      await prepareFolder(relativePath, target);
      return { target, isTaken: await judgeTarget(target) };
    });
  };
}

export async function preparePlace(
  library: string,
  modelFolder: string,
  relativePath: string,
): Promise<string> {
  return (await createPlaces(library, modelFolder)(relativePath)).target;
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
