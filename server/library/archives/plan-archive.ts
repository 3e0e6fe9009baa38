import { isIgnored } from '../../catalogue/write/names.ts';
import { findNameFault } from '../../catalogue/write/problems.ts';
import { formatOf, isKnownFormat } from '../../contract/catalogue/formats.ts';
import { toPathKey } from '../../contract/relative-path.ts';
import { sentence, type Words } from '../../contract/sentence.ts';
import type { ZipEntry } from '../../inspect/archive/zip-directory.ts';
import { BrokenFile, formatCount } from '../../inspect/broken-file.ts';
import { findBackup } from '../recognise/backups.ts';
import { isNoteFile } from '../recognise/notes.ts';
import { isArchive, isScene, isTexture, whyLeftOut } from '../recognise/scene-files.ts';

export type ArchivePlan = {
  /** The entry to unpack, and its path. */
  readonly files: readonly { readonly path: string; readonly entry: ZipEntry }[];
  readonly unpackedBytes: number;
  /** Entries that are not, by their path in the archive. */
  readonly leftOut: readonly { readonly path: string; readonly reason: Words; readonly isName: boolean }[];
};

/** How much an archive may unpack to. */
const archiveLimits = {
  entries: 50_000,
  unpackedBytes: 64 * 1024 ** 3,
  /** How many times larger than the archive, where that is more than `smallBytes`. */
  ratio: 250,
  smallBytes: 256 * 1024 ** 2,
  /** Folders in folders. */
  depth: 12,
} as const;

const beside = /\.(?:json|txt|md|html?|pdf)$/i;

/** Whether a file is of use to a model: scenes, textures, what they need, and what says something of them. */
const isWanted = (path: string) =>
  isKnownFormat(formatOf(path)) || isArchive(path) || beside.test(path) || isNoteFile(path);

const isFolder = (name: string) => name.endsWith('/');

/** Throws BrokenFile for an archive that no shop or artist makes: it is not unpacked at all. */
function requireHonest(entries: readonly ZipEntry[], archiveBytes: number): void {
  const { entries: mostEntries, unpackedBytes: mostBytes, ratio, smallBytes } = archiveLimits;
  if (entries.length > mostEntries)
    throw new BrokenFile(
      sentence`has ${{ count: formatCount(entries.length) }} entries; at most ${{ most: formatCount(mostEntries) }} are unpacked. Unpack it into a folder here, if you trust it.`,
    );
  const total = entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0);
  if (total > mostBytes)
    throw new BrokenFile(
      sentence`would be ${{ bytes: formatCount(total) }} bytes, and at most ${{ most: formatCount(mostBytes) }} are unpacked. Unpack it into a folder here, if you trust it.`,
    );
  if (total > smallBytes && total > archiveBytes * ratio)
    throw new BrokenFile(
      sentence`would unpack to more than ${{ times: ratio }} times its size, as only harmful archives do, so it is not unpacked. Delete it, or pack it again.`,
    );
  for (const { name, isEncrypted } of entries) {
    if (isEncrypted)
      throw new BrokenFile(
        'is protected with a password. Unpack it into a folder here, or pack it again without it.',
      );
    const parts = name.replaceAll('\\', '/').split('/');
    if (parts.includes('..') || parts[0] === '' || /^[a-z]:$/i.test(parts[0] ?? ''))
      throw new BrokenFile(
        sentence`has an entry "${{ entry: name }}" that points outside the archive, as only harmful archives do, so it is not unpacked. Delete it, or pack it again.`,
      );
  }
}

const linkReason = 'This is a link in an archive, and only real files are published. Pack the file itself.';

/** Why an entry is not unpacked although it may be of use, as a sentence about it. */
function findFault(path: string, taken: ReadonlyMap<string, string>): Words | null {
  const fault = findNameFault(path, taken.get(toPathKey(path)));
  if (fault !== null) return fault;
  if (path.split('/').length > archiveLimits.depth)
    return sentence`It is more than ${{ depth: archiveLimits.depth }} folders deep, so it is not published. Move it up.`;
  const parents = path.split('/').slice(0, -1);
  const inFile = parents.some((_, index) => taken.has(toPathKey(parents.slice(0, index + 1).join('/'))));
  return inFile
    ? 'Its parent is a file, not a folder, so it is not published. Pack the archive again.'
    : null;
}

const toEntryPath = ({ name }: ZipEntry) => name.replaceAll('\\', '/').replace(/^(?:\.\/)+/, '');

/** Backup copies, each once, however much is in their folders. */
function findBackups(paths: readonly string[]) {
  const found = paths.map(findBackup).filter((backup) => backup !== null);
  return [...new Map(found.map((backup) => [backup.path, { ...backup, isName: false }])).values()];
}

/**
 * Decides what of an archive is unpacked: files that may be of use to a model, under names that every system can store.
 * Throws BrokenFile when nothing of it should be. One of textures may have nothing else.
 */
export function planArchive(
  entries: readonly ZipEntry[],
  archiveBytes: number,
  isOfTextures = false,
): ArchivePlan {
  requireHonest(entries, archiveBytes);
  const files: { path: string; entry: ZipEntry }[] = [];
  const leftOut = findBackups(entries.map(toEntryPath));
  const taken = new Map<string, string>();
  for (const entry of entries) {
    const path = toEntryPath(entry);
    if (isFolder(path) || path === '') continue;
    if (path.split('/').some(isIgnored)) continue;
    const unknown = whyLeftOut(path);
    const isOdd = unknown !== null && !isArchive(path);
    if (isOdd) leftOut.push({ path, reason: unknown, isName: false });
    if (isOdd || !isWanted(path)) continue;
    const fault = entry.isLink ? linkReason : findFault(path, taken);
    if (fault !== null) leftOut.push({ path, reason: fault, isName: true });
    if (fault !== null) continue;
    taken.set(toPathKey(path), path);
    files.push({ path, entry });
  }
  const hasModels = files.some(
    ({ path }) => isScene(path) || isArchive(path) || (isOfTextures && isTexture(path)),
  );
  const unpackedBytes = files.reduce((sum, { entry }) => sum + entry.unpackedBytes, 0);
  return hasModels ? { files, unpackedBytes, leftOut } : { files: [], unpackedBytes: 0, leftOut };
}
