import { entryFile } from '../../base/threads/start.ts';
import {
  createInspectionPool,
  type InspectionPool,
  type InspectionPoolOptions,
} from '../../inspect/inspection-pool.ts';
import type { UnpackJob, UnpackOutcome } from '../archives/unpack-archive.ts';
import { diskOf, type KeepGuidsJob, type KeptGuids, type Visited, type VisitJob } from './visit.ts';

/** What the threads do next to the inspection of files, each by its name; what they serve is held against it. */
export type LibraryWork = {
  readonly visit: { readonly job: VisitJob; readonly output: Visited };
  readonly unpack: { readonly job: UnpackJob; readonly output: UnpackOutcome };
  readonly 'keep-guids': { readonly job: KeepGuidsJob; readonly output: KeptGuids };
};
/** The thread adds what its pool knows of files that were its end. */
type Given<N extends keyof LibraryWork> = Omit<LibraryWork[N]['job'], 'distrusted'>;

/** Threads that read the library: whole folders, and their files. */
export type LibraryPool = Omit<InspectionPool, 'work'> & {
  /** Looks at a folder of the library in a thread. */
  readonly visit: (job: Given<'visit'>) => Promise<Visited>;
  /** Looks at an archive of the library in a thread, and unpacks it where it is not yet. */
  readonly unpack: (job: UnpackJob) => Promise<UnpackOutcome>;
  readonly keepGuids: (job: KeepGuidsJob) => Promise<KeptGuids>;
};

export function createLibraryPool(options: InspectionPoolOptions = {}): LibraryPool {
  const pool = createInspectionPool({ entry: entryFile('library-thread'), ...options });
  // A pool passes on what it does not know; both ends take their types from the same map.
  const work = <N extends keyof LibraryWork>(name: N, where: string, job: Given<N>) =>
    pool.work(name, where, job) as Promise<LibraryWork[N]['output']>;
  return {
    ...pool,
    visit: (job) => work('visit', diskOf(job, job.folder), job),
    unpack: (job) => work('unpack', job.file, job),
    keepGuids: (job) => work('keep-guids', job.libraryDir, job),
  };
}
