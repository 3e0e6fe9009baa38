import { entryFile } from '../../base/threads/start.ts';
import {
  createInspectionPool,
  type InspectionPool,
  type InspectionPoolOptions,
} from '../../inspect/inspection-pool.ts';
import type { UnpackJob, UnpackOutcome } from '../archives/unpack-archive.ts';
import { diskOf, type KeepGuidsJob, type KeptGuids, type Visited, type VisitJob } from './visit.ts';

/** Threads that read the library: whole folders, and their files. */
export type LibraryPool = Omit<InspectionPool, 'work'> & {
  /** Looks at a folder of the library in a thread. */
  readonly visit: (job: Omit<VisitJob, 'distrusted'>) => Promise<Visited>;
  /** Looks at an archive of the library in a thread, and unpacks it where it is not yet. */
  readonly unpack: (job: UnpackJob) => Promise<UnpackOutcome>;
  readonly keepGuids: (job: KeepGuidsJob) => Promise<KeptGuids>;
};

export function createLibraryPool(options: InspectionPoolOptions = {}): LibraryPool {
  const pool = createInspectionPool({ entry: entryFile('library-thread'), ...options });
  // The other side of the thread is our own code, and its types are checked there.
  const work = <Output>(name: string, where: string, input: unknown) =>
    pool.work(name, where, input) as Promise<Output>;
  return {
    ...pool,
    visit: (job) => work<Visited>('visit', diskOf(job, job.folder), job),
    unpack: (job) => work<UnpackOutcome>('unpack', job.file, job),
    keepGuids: (job) => work<KeptGuids>('keep-guids', job.libraryDir, job),
  };
}
