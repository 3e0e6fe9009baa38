import type { Dirent } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { readReceipt } from '../library/receipt.ts';
import { journalSuffix, partSuffix, wholeSuffix } from './part-place.ts';

type Known = {
  /** Models with a job in the list. */
  readonly guids: ReadonlySet<string>;
  /** Those of them whose job will continue. */
  readonly resumable: ReadonlySet<string>;
  /** Whether one of its files is being written now; its folder is left alone. */
  readonly isRunning?: (guid: string) => boolean;
};

const deepest = 8;

/** Part files are useful only together with their journal; complete files need none. */
function findUseful(entries: readonly Dirent[]): ReadonlySet<string> {
  const names = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const parts = [...names].filter((name) => partSuffix.test(name));
  const resumable = parts.flatMap((part) => {
    const journal = part.replace(/\.part$/, '.leaves');
    return names.has(journal) ? [part, journal] : [];
  });
  return new Set([...resumable, ...[...names].filter((name) => wholeSuffix.test(name))]);
}

async function sweepFolder(folder: string, keepsUseful: boolean, depth: number): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const kept = keepsUseful ? findUseful(entries) : new Set<string>();
  let count = 0;
  for (const entry of entries) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && depth < deepest) count += await sweepFolder(file, keepsUseful, depth + 1);
    const isOurs = [partSuffix, journalSuffix, wholeSuffix].some((suffix) => suffix.test(entry.name));
    if (!entry.isFile() || !isOurs || kept.has(entry.name)) continue;
    await rm(file, { force: true });
    count += 1;
  }
  return count;
}

/**
 * Removes part files that a killed run left behind and no job will continue. Looks only into folders of models, as the
 * library may contain other things. Returns how many were removed.
 */
export async function sweepParts(library: string, { guids, resumable, isRunning }: Known): Promise<number> {
  const entries = await readdir(library, { withFileTypes: true }).catch(() => []);
  let count = 0;
  for (const entry of entries.filter((candidate) => candidate.isDirectory())) {
    const folder = path.join(library, entry.name);
    const reading = await readReceipt(folder);
    const guid = reading.kind === 'receipt' ? reading.receipt.guid : null;
    const named = [...guids].filter((known) => entry.name.endsWith(`_${known}`) || known === guid);
    const isOf = (known: ReadonlySet<string>) => named.some((one) => known.has(one));
    if (named.some((one) => isRunning?.(one))) continue;
    if (isOf(guids) || reading.kind !== 'none') count += await sweepFolder(folder, isOf(resumable), 1);
  }
  return count;
}
