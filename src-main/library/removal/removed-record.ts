import { randomBytes } from 'node:crypto';
import { lstat, readdir, readFile, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { inFolder, writeAtomically } from '../../platform/storage/files.ts';
import { readDiskTime } from '../../platform/storage/inspect-files.ts';
import { findPlaceFault, stateFolder } from '../place.ts';
import { Receipt } from '../receipt.ts';

const recordName = 'removed.json';
const removalId = /^[0-9a-f]{16}$/;
/** A library can come from anywhere, so no path may leave the model's folder. */
const Place = z.string().refine((relativePath) => findPlaceFault(relativePath) === null);

/** A removal, recorded before the first file moves, so that it can always be undone. */
export const RemovedRecord = z.object({
  version: z.literal(1),
  id: z.string().regex(removalId),
  folder: z.string().describe('Of the model, relative to the library, with slashes'),
  files: z.array(Place).describe('Relative paths'),
  receipt: Receipt.describe('As it was before'),
  isPending: z
    .boolean()
    .default(false)
    .describe('Files are being moved; after a crash, the next start puts them all back'),
});
export type RemovedRecord = z.infer<typeof RemovedRecord>;

const rootOf = (library: string) => path.join(library, stateFolder, 'removed');
const folderOf = (library: string, id: string) => path.join(rootOf(library), id);

export const waitingPlace = (library: string, id: string, relativePath: string) =>
  inFolder(path.join(folderOf(library, id), 'files'), relativePath);

export const newRemovalId = () => randomBytes(8).toString('hex');

export async function writeRecord(library: string, record: RemovedRecord): Promise<void> {
  const file = path.join(folderOf(library, record.id), recordName);
  await writeAtomically(file, `${JSON.stringify(record)}\n`, library);
}

/** Null if the record is deleted or unreadable. */
export async function readRecord(library: string, id: string): Promise<RemovedRecord | null> {
  try {
    return RemovedRecord.parse(
      JSON.parse(await readFile(path.join(folderOf(library, id), recordName), 'utf8')),
    );
  } catch {
    return null;
  }
}

export async function dropRecord(library: string, id: string): Promise<void> {
  await rm(folderOf(library, id), { recursive: true, force: true });
  for (const folder of [rootOf(library), path.dirname(rootOf(library))])
    await rmdir(folder).catch(() => undefined); // not empty
}

/** Returns the age of a removal by the disk's clock, as the clocks of two computers can differ. */
async function readAge(library: string, id: string): Promise<number> {
  const folder = folderOf(library, id);
  // Without a record, the removal is half written or half deleted.
  const { mtimeMs } = await lstat(path.join(folder, recordName)).catch(() => lstat(folder));
  return (await readDiskTime(folder)) - mtimeMs;
}

async function listIds(library: string): Promise<string[]> {
  const names = await readdir(rootOf(library)).catch(() => []);
  return names.filter((name) => removalId.test(name));
}

/** Returns removals and restorations that are running or were interrupted. */
export async function listPending(library: string): Promise<RemovedRecord[]> {
  const records: RemovedRecord[] = [];
  for (const id of await listIds(library)) {
    const record = await readRecord(library, id);
    if (record?.isPending) records.push(record);
  }
  return records;
}

/** Deletes removals older than `keptFor` milliseconds for good. Returns how many. */
export async function dropOldRecords(library: string, keptFor: number): Promise<number> {
  let count = 0;
  for (const id of await listIds(library)) {
    const age = await readAge(library, id).catch(() => 0); // deleted since it was listed
    if (age <= keptFor || (await readRecord(library, id))?.isPending) continue;
    await dropRecord(library, id);
    count += 1;
  }
  return count;
}
