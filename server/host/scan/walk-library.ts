import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { findPathFault, toPathKey } from '../../contract/relative-path.ts';
import { mapAtOnce } from './map-at-once.ts';
import { isIgnored, readLod } from './names.ts';
import type { ReportProblem } from './problems.ts';

/** A file as the disk shows it; `relativePath` is relative to the model's folder. */
export type DiskFile = {
  readonly relativePath: string;
  readonly sizeBytes: number;
  readonly modifiedNs: string;
};

/** A folder with topology folders; `folder` is relative to the library, with slashes. */
export type ModelFolder = {
  readonly folder: string;
  readonly rootFiles: readonly DiskFile[];
  readonly topologyFiles: readonly DiskFile[];
};

const deepest = 12;
const foldersAtOnce = 32;

type Walk = { readonly root: string; readonly report: ReportProblem };

/** Finds the model folders of a library, in the order of their names, reading names and sizes only. Links are never followed. */
export const walkLibrary = (root: string, report: ReportProblem): Promise<ModelFolder[]> =>
  walkFolder({ root, report }, '', 0);

async function walkFolder(walk: Walk, folder: string, depth: number): Promise<ModelFolder[]> {
  const entries = await list(walk, folder, depth === 0);
  const folders = entries.filter((entry) => entry.isDirectory());
  if (depth > 0 && folders.some((entry) => readLod(entry.name) !== null)) {
    return [await readModelFolder(walk, folder, entries)];
  }
  if (depth >= deepest) return [];
  const walkInto = (entry: Dirent) => walkFolder(walk, join(folder, entry.name), depth + 1);
  return (await mapAtOnce(folders, foldersAtOnce, walkInto)).flat();
}

const join = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

async function list({ root, report }: Walk, folder: string, isRoot: boolean): Promise<Dirent[]> {
  try {
    const entries = await readdir(path.join(root, folder), { withFileTypes: true });
    const seen = entries.filter((entry) => !isIgnored(entry.name) || isSidecar(entry));
    return seen.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (isRoot) throw error;
    report(
      folder,
      'unreadable',
      `This folder cannot be read (${error instanceof Error ? error.message : error}). Check its permissions.`,
    );
    return [];
  }
}

export const sidecarName = '.lodestock.json';
const isSidecar = (entry: Dirent) => entry.name === sidecarName && entry.isFile();

async function readModelFolder(walk: Walk, folder: string, entries: readonly Dirent[]): Promise<ModelFolder> {
  const rootNames = entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  const topologies = entries.filter((entry) => entry.isDirectory() && readLod(entry.name) !== null);
  const nested = await Promise.all(topologies.map((entry) => listFiles(walk, folder, entry.name)));
  const safe = keepSafe(walk, folder, nested.flat());
  const [rootFiles, topologyFiles] = await Promise.all([
    statAll(walk, folder, rootNames),
    statAll(walk, folder, safe),
  ]);
  return { folder, rootFiles, topologyFiles };
}

async function listFiles(walk: Walk, folder: string, inside: string): Promise<string[]> {
  const entries = (await list(walk, join(folder, inside), false)).filter((entry) => !isSidecar(entry));
  const nested = await Promise.all(
    entries.map((entry) => {
      const relativePath = join(inside, entry.name);
      if (entry.isDirectory()) return listFiles(walk, folder, relativePath);
      if (entry.isFile()) return [relativePath];
      walk.report(
        join(folder, relativePath),
        'link',
        'This is a link or a device, and only real files are published. Copy the file itself here.',
      );
      return [];
    }),
  );
  return nested.flat();
}

/** Leaves out names that some system could not store, and all but the first of names that some system holds to be equal. */
function keepSafe({ report }: Walk, folder: string, relativePaths: readonly string[]): string[] {
  const taken = new Map<string, string>();
  return relativePaths.filter((relativePath) => {
    const key = toPathKey(relativePath);
    const twin = taken.get(key);
    const fault =
      findPathFault(relativePath) ??
      (twin === undefined ? null : `which differs from ${twin} only in case or accents`);
    if (fault === null) taken.set(key, relativePath);
    else
      report(
        join(folder, relativePath),
        'name',
        `It has a path ${fault}, so it is not published. Rename the file.`,
      );
    return fault === null;
  });
}

async function statAll(
  { root }: Walk,
  folder: string,
  relativePaths: readonly string[],
): Promise<DiskFile[]> {
  const files = await Promise.all(
    relativePaths.map(async (relativePath) => {
      const stats = await lstat(path.join(root, folder, relativePath), { bigint: true }).catch(() => null);
      if (!stats?.isFile()) return [];
      return [{ relativePath, sizeBytes: Number(stats.size), modifiedNs: String(stats.mtimeNs) }];
    }),
  );
  return files.flat();
}
