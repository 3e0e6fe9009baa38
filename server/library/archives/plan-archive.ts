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
  /** Entries to unpack, with their target paths. */
  readonly files: readonly { readonly path: string; readonly entry: ZipEntry }[];
  readonly unpackedBytes: number;
  /** Entries to skip, by their path in the archive. */
  readonly leftOut: readonly { readonly path: string; readonly reason: Words; readonly isName: boolean }[];
};

const archiveLimits = {
  entries: 50_000,
  unpackedBytes: 64 * 1024 ** 3,
  /** Largest unpacked size as a multiple of the archive's, once it exceeds `smallBytes`. */
  ratio: 250,
  smallBytes: 256 * 1024 ** 2,
  depth: 12,
} as const;

const beside = /\.(?:json|txt|md|html?|pdf)$/i;

/** True for files that a model can use: scenes, textures, what those need, and notes about them. */
const isWanted = (path: string) =>
  isKnownFormat(formatOf(path)) || isArchive(path) || beside.test(path) || isNoteFile(path);

const isFolder = (name: string) => name.endsWith('/');

/** Throws BrokenFile for an archive that no shop or artist would make; none of it is unpacked. */
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

/** Returns why an entry that could be useful is not unpacked, as a sentence about it. */
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

/** Finds backup copies; a backup folder counts once, whatever it contains. */
function findBackups(paths: readonly string[]) {
  const found = paths.map(findBackup).filter((backup) => backup !== null);
  return [...new Map(found.map((backup) => [backup.path, { ...backup, isName: false }])).values()];
}

/**
 * Decides what to unpack: files that a model can use, under names that every system can store. Without a model among
 * them nothing is unpacked, except from an archive of textures. Throws BrokenFile for an archive over the limits.
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
