import { cp, mkdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

type Change = {
  readonly place: string;
  /** What lies there afterwards. */
  readonly files: ReadonlyMap<string, Buffer>;
  /** Every path that may be replaced or removed. */
  readonly owned: readonly string[];
  /** Where what was there before is kept. */
  readonly previousDir: string;
};

const inside = (folder: string, name: string) => path.join(folder, ...name.split('/'));
const partOf = (file: string) => `${file}.lodestock-part`;
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

async function copyAll(names: readonly string[], from: string, to: string): Promise<void> {
  for (const name of names) {
    await mkdir(path.dirname(inside(to, name)), { recursive: true });
    await cp(inside(from, name), inside(to, name), { preserveTimestamps: true });
  }
}

async function removeEmpty(place: string, names: readonly string[]): Promise<void> {
  const folders = names.map((name) => path.dirname(inside(place, name)));
  // What Python compiled of our files is ours as well.
  if (names.some((name) => name.endsWith('.py')) && !(await isThere(inside(place, '__init__.py'))))
    await rm(inside(place, '__pycache__'), { recursive: true, force: true });
  const deepestFirst = [...new Set([...folders, place])].toSorted((a, b) => b.length - a.length);
  for (const folder of deepestFirst) await rmdir(folder).catch(() => undefined);
}

/** Keeps what is there; the last kept copy goes only when the new one is whole. */
async function keepPrevious(names: readonly string[], { place, previousDir }: Change): Promise<void> {
  if (names.length === 0) return;
  const fresh = `${previousDir}.new`;
  await rm(fresh, { recursive: true, force: true });
  await copyAll(names, place, fresh);
  await rm(previousDir, { recursive: true, force: true });
  await rename(fresh, previousDir);
}

/**
 * Puts files in the place of others. All is written beside them first; when anything fails, what was there is put back.
 * Files that are not `owned` are never touched.
 */
export async function placeFiles(change: Change): Promise<void> {
  const { place, files, owned, previousDir } = change;
  const before: string[] = [];
  for (const name of owned) if (await isThere(inside(place, name))) before.push(name);
  try {
    for (const [name, content] of files) {
      await mkdir(path.dirname(inside(place, name)), { recursive: true });
      await writeFile(partOf(inside(place, name)), content);
    }
    await keepPrevious(before, change);
  } catch (error) {
    await clean(change, before);
    throw error;
  }
  try {
    for (const name of files.keys()) await rename(partOf(inside(place, name)), inside(place, name));
    for (const name of before) if (!files.has(name)) await rm(inside(place, name));
  } catch (error) {
    for (const name of files.keys())
      if (!before.includes(name)) await rm(inside(place, name), { force: true });
    await copyAll(before, previousDir, place).catch(() => undefined);
    await clean(change, before);
    throw error;
  }
  await removeEmpty(place, before);
}

async function clean({ place, files }: Change, before: readonly string[]): Promise<void> {
  for (const name of files.keys())
    await rm(partOf(inside(place, name)), { force: true }).catch(() => undefined);
  if (before.length === 0) await removeEmpty(place, [...files.keys()]);
}
