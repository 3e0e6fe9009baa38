import { giveWayAsThread } from '../base/threads/give-way.ts';
import { serveThread } from '../base/threads/serve.ts';
import { createFileInspector, type InspectFile } from './file-inspector.ts';
import { createReadingMark, noMark } from './reading-mark.ts';
import {
  type InspectionOutcome,
  type InspectThread,
  type Job,
  type OtherJob,
  sharedPlaces,
  type WorkerSettings,
} from './worker-protocol.ts';

export type WorkTools = Pick<OtherJob, 'distrusted'> & {
  readonly inspect: InspectFile;
  /** Announces the next file, to be blamed if the thread is lost over it. */
  readonly onFile: (relativePath: string) => void;
};
/** Written as a method, so that work with any input fits. */
type Work = { run(input: unknown, tools: WorkTools): unknown }['run'];
type OtherWork = Readonly<Record<string, Work>>;

const longestSilence = 50;

type RunJob = (job: Job) => Promise<InspectionOutcome>;

const pathOf = (job: Job) => (job.kind === 'inspect' ? job.path : job.where);

async function attempt(run: RunJob, job: Job): Promise<InspectionOutcome> {
  try {
    return await run(job);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    return { failure: { message, code, path: pathOf(job) } };
  }
}

function createRunner(
  { shared, place, mark: settings }: WorkerSettings,
  { otherWork, isEnding }: { readonly otherWork: OtherWork; readonly isEnding: () => boolean },
) {
  /** Stops the work at its next read when the pool closes: Node aborts if a thread is terminated while it inflates. */
  const onProgress = () => {
    if (isEnding()) throw new Error('The pool was closed.');
    Atomics.add(shared, sharedPlaces.progress, 1);
  };
  const mark = settings ? createReadingMark(settings, onProgress) : noMark;
  const inspect = createFileInspector(onProgress, mark);
  const encoder = new TextEncoder();
  const onFile = (relativePath: string) => {
    const { written } = encoder.encodeInto(relativePath, place);
    place[written] = 0;
    onProgress();
  };
  const run: RunJob = async (job) => {
    place[0] = 0;
    if (job.kind === 'inspect') return { inspection: await inspect(job.path, job.format) };
    const work = otherWork[job.name];
    if (work === undefined) throw new Error(`This thread does no "${job.name}".`);
    return { output: await work(job.input, { inspect, onFile, distrusted: job.distrusted }) };
  };
  return { run, close: mark.close };
}

/** Serves a thread of an inspection pool, which can also do other work, by name. */
export const serveInspection = (otherWork: OtherWork = {}) =>
  serveThread<InspectThread>(async ({ data: settings, tell, isEnding }) => {
    const { shared, bucket, priority } = settings;
    giveWayAsThread(priority);
    if (bucket) {
      const { mountBucket } = await import('../base/bucket/mount-bucket.ts');
      mountBucket(bucket, { onWait: () => void Atomics.add(shared, sharedPlaces.progress, 1) });
    }
    const { run, close } = createRunner(settings, { otherWork, isEnding });
    let begun = 0;
    let last = Promise.resolve();

    async function runBatch(jobs: readonly Job[]): Promise<void> {
      let outcomes: InspectionOutcome[] = [];
      let lastSent = performance.now();
      for (const [number, job] of jobs.entries()) {
        Atomics.store(shared, sharedPlaces.job, begun);
        Atomics.add(shared, sharedPlaces.progress, 1);
        begun += 1;
        outcomes.push(await attempt(run, job));
        if (isEnding()) return; // a partial read can look broken
        const isSilentTooLong = performance.now() - lastSent > longestSilence;
        if (!isSilentTooLong && number < jobs.length - 1) continue;
        tell(outcomes);
        outcomes = [];
        lastSent = performance.now();
      }
    }

    return {
      calls: {
        run(jobs) {
          last = last.then(() => runBatch(jobs));
          return last;
        },
      },
      end: () => last.finally(close),
    };
  });
