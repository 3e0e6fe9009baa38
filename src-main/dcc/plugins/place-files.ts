import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../server/contract/errors.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { exists, inFolder, renamePatiently } from '../../platform/storage/files.ts';
import type { PreviousKeeper } from './previous-version.ts';

type Files = ReadonlyMap<string, Buffer>;
type Change = {
  readonly place: string;
  readonly files: Files;
  /** Every path that may be replaced or removed. */
  readonly owned: readonly string[];
  readonly keep: (before: Files) => Promise<PreviousKeeper>;
};

const partOf = (file: string) => `${file}.lodestock-part`;

async function removeEmpty(place: string, names: readonly string[]): Promise<void> {
  const folders = names.map((name) => path.dirname(inFolder(place, name)));
  // Python's compiled copies belong to our files.
  if (names.some((name) => name.endsWith('.py')) && !(await exists(inFolder(place, '__init__.py'))))
    await rm(inFolder(place, '__pycache__'), { recursive: true, force: true });
  const deepestFirst = [...new Set([...folders, place])].toSorted((a, b) => b.length - a.length);
  for (const folder of deepestFirst) await rmdir(folder).catch(() => undefined);
}

async function readBefore(place: string, owned: readonly string[]): Promise<Map<string, Buffer>> {
  const before = new Map<string, Buffer>();
  for (const name of owned)
    if (await exists(inFolder(place, name))) before.set(name, await readFile(inFolder(place, name)));
  return before;
}

async function writeParts(place: string, files: Files): Promise<void> {
  for (const [name, content] of files) {
    await mkdir(path.dirname(inFolder(place, name)), { recursive: true });
    await writeFile(partOf(inFolder(place, name)), content);
  }
}

async function clean({ place, files }: Change, before: Files): Promise<void> {
  for (const name of files.keys())
    await rm(partOf(inFolder(place, name)), { force: true }).catch(() => undefined);
  if (before.size === 0) await removeEmpty(place, [...files.keys()]);
}

/** Restores the previous files, and continues after a failure. Returns true if all were restored. */
async function putBack({ place, files }: Change, before: Files): Promise<boolean> {
  let isWhole = true;
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch(() => {
      isWhole = false;
    });
  };
  for (const name of files.keys())
    if (!before.has(name)) await attempt(() => rm(inFolder(place, name), { force: true }));
  for (const [name, content] of before) {
    const file = inFolder(place, name);
    const now = await readFile(file).catch(() => null);
    if (now?.equals(content)) continue;
    await attempt(async () => {
      await writeFile(partOf(file), content);
      await renamePatiently(partOf(file), file);
    });
  }
  return isWhole;
}

/**
 * Replaces files. All new files are first written next to the old ones; if anything fails, the old files are restored
 * and the kept previous version stays. Files that are not `owned` are never touched.
 */
export async function placeFiles(change: Change): Promise<void> {
  const { place, files, owned, keep } = change;
  const before = await readBefore(place, owned);
  let keeper: PreviousKeeper | null = null;
  try {
    await writeParts(place, files);
    if (before.size > 0) keeper = await keep(before);
  } catch (error) {
    await clean(change, before);
    throw error;
  }
  try {
    for (const name of files.keys())
      await renamePatiently(partOf(inFolder(place, name)), inFolder(place, name));
    for (const name of before.keys()) if (!files.has(name)) await rm(inFolder(place, name));
    await keeper?.commit();
  } catch (error) {
    const isWhole = await putBack(change, before);
    await clean(change, before);
    if (!isWhole && keeper) {
      const message = sentence`${{ place }} could not be restored. Copy its files back from ${{ kept: keeper.files }}.`;
      throw new AppError('INSUFFICIENT_STORAGE', message, { cause: error });
    }
    await keeper?.drop().catch(() => undefined);
    throw error;
  }
  await removeEmpty(place, [...before.keys()]);
}
