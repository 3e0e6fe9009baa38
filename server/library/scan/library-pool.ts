import path from 'node:path';
import { entryFile } from '../../base/threads/start.ts';
import {
  createInspectionPool,
  type InspectionPool,
  type InspectionPoolOptions,
} from '../../inspect/inspection-pool.ts';
import type { KeepGuidsJob, KeptGuids, Visited, VisitJob } from './visit.ts';

/** Threads that read the library: whole folders, and their files. */
export type LibraryPool = Omit<InspectionPool, 'work'> & {
  /** Looks at a folder of the library in a thread. */
  readonly visit: (job: Omit<VisitJob, 'distrusted'>) => Promise<Visited>;
  readonly keepGuids: (job: KeepGuidsJob) => Promise<KeptGuids>;
};

export function createLibraryPool(options: InspectionPoolOptions = {}): LibraryPool {
  const pool = createInspectionPool({ entry: entryFile('library-thread'), ...options });
  // The other side of the thread is our own code, and its types are checked there.
  const work = <Output>(name: string, where: string, input: unknown) =>
    pool.work(name, where, input) as Promise<Output>;
  return {
    ...pool,
    visit: (job) => work<Visited>('visit', path.join(job.libraryDir, job.folder), job),
    keepGuids: (job) => work<KeptGuids>('keep-guids', job.libraryDir, job),
  };
}
