import path from 'node:path';
import { z } from 'zod';
import { DownloadJob } from '../ipc/downloads-contract.ts';
import type { Log } from '../log.ts';
import { readIfThere, renamePatiently } from '../storage/files.ts';
import type { JobStore } from './job-store.ts';

/** The queue as versions before SQLite kept it. */
const QueueFile = z.object({ version: z.literal(1), jobs: z.array(z.unknown()) });

type ImportOptions = {
  readonly file: string;
  readonly store: JobStore;
  readonly log: Log;
  /** Called with the new name of a file that could not be read, or not all of it. */
  readonly onBroken: (aside: string) => void;
};

function readJobs(text: string): { readonly jobs: DownloadJob[]; readonly isWhole: boolean } {
  try {
    const stored = QueueFile.parse(JSON.parse(text)).jobs;
    const jobs = stored.flatMap((entry, index) => {
      const parsed = DownloadJob.safeParse(entry);
      return parsed.success ? [{ ...parsed.data, position: index + 1 }] : [];
    });
    return { jobs, isWhole: jobs.length === stored.length };
  } catch {
    return { jobs: [], isWhole: false };
  }
}

/**
 * Takes over the queue of an earlier version, once: it is on the disk in its new place before the old file is renamed.
 * Unreadable entries stay in that file.
 */
export async function importQueueFile({ file, store, log, onBroken }: ImportOptions): Promise<void> {
  const text = await readIfThere(file);
  if (text === null) return;
  const known = new Set(store.load().map(({ id }) => id));
  const { jobs, isWhole } = readJobs(text);
  for (const job of jobs) if (!known.has(job.id)) store.put(job);
  await store.saved();
  const { dir, name, ext } = path.parse(file);
  const aside = path.join(dir, `${name}.${isWhole ? 'imported' : 'broken'}${ext}`);
  await renamePatiently(file, aside);
  log.info('downloads.imported', { count: jobs.length, aside });
  if (!isWhole) onBroken(aside);
}
