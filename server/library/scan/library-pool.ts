import { entryFile } from '../../base/threads/start.ts';
import {
  createInspectionPool,
  type InspectionPool,
  type InspectionPoolOptions,
} from '../../inspect/inspection-pool.ts';
import type { UnpackJob, UnpackOutcome } from '../archives/unpack-archive.ts';
import { diskOf, type KeepGuidsJob, type KeptGuids, type Visited, type VisitJob } from './visit.ts';

/** Work that the threads do besides inspecting files, by name. The thread's handlers are checked against this type. */
export type LibraryWork = {
  readonly visit: { readonly job: VisitJob; readonly output: Visited };
  readonly unpack: { readonly job: UnpackJob; readonly output: UnpackOutcome };
  readonly 'keep-guids': { readonly job: KeepGuidsJob; readonly output: KeptGuids };
};
/** The thread adds the files that its pool distrusts. */
type Given<N extends keyof LibraryWork> = Omit<LibraryWork[N]['job'], 'distrusted'>;

export type LibraryPool = Omit<InspectionPool, 'work'> & {
  readonly visit: (job: Given<'visit'>) => Promise<Visited>;
  /** Checks an archive in a thread, and unpacks it if necessary. */
  readonly unpack: (job: UnpackJob) => Promise<UnpackOutcome>;
  readonly keepGuids: (job: KeepGuidsJob) => Promise<KeptGuids>;
};

export function createLibraryPool(options: InspectionPoolOptions = {}): LibraryPool {
  const pool = createInspectionPool({ entry: entryFile('library-thread'), ...options });
  // The pool forwards work untyped; both ends take their types from the same map.
  const work = <N extends keyof LibraryWork>(name: N, where: string, job: Given<N>) =>
    pool.work(name, where, job) as Promise<LibraryWork[N]['output']>;
  return {
    ...pool,
    visit: (job) => work('visit', diskOf(job, job.folder), job),
    unpack: (job) => work('unpack', job.file, job),
    keepGuids: (job) => work('keep-guids', job.libraryDir, job),
  };
}
