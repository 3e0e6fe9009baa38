import { parentPort, workerData } from 'node:worker_threads';
import { keepGuids } from '../scan/keep-guids.ts';
import { visitFolder } from '../scan/visit-folder.ts';
import { createFileInspector } from './file-inspector.ts';
import { createReadingMark, noMark } from './reading-mark.ts';
import {
  type InspectionBatch,
  type InspectionOutcome,
  type InspectionReport,
  type Job,
  sharedPlaces,
  type WorkerSettings,
} from './worker-protocol.ts';

const longestSilence = 50;

type RunJob = (job: Job) => Promise<InspectionOutcome>;

const pathOf = (job: Job) => {
  if (job.kind === 'inspect') return job.path;
  return job.kind === 'visit' ? `${job.libraryDir}/${job.folder}` : job.libraryDir;
};

async function attempt(run: RunJob, job: Job): Promise<InspectionOutcome> {
  try {
    return await run(job);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    return { failure: { message, code, path: pathOf(job) } };
  }
}

function createRunner({ shared, place, mark }: WorkerSettings): RunJob {
  const onProgress = () => void Atomics.add(shared, sharedPlaces.progress, 1);
  const inspect = createFileInspector(onProgress, mark ? createReadingMark(mark, onProgress) : noMark);
  const encoder = new TextEncoder();
  const onFile = (relativePath: string) => {
    const { written } = encoder.encodeInto(relativePath, place);
    place[written] = 0;
    Atomics.add(shared, sharedPlaces.progress, 1);
  };
  return async (job) => {
    place[0] = 0;
    if (job.kind === 'inspect') return { inspection: await inspect(job.path, job.format) };
    if (job.kind === 'keep-guids') return { kept: keepGuids(job) };
    return { visited: await visitFolder(job, { inspect, onFile }) };
  };
}

function serveBatches(settings: WorkerSettings, send: (report: InspectionReport) => void) {
  const { shared } = settings;
  const run = createRunner(settings);
  let begun = 0;
  let last = Promise.resolve();

  async function serveBatch({ jobs }: InspectionBatch): Promise<void> {
    let outcomes: InspectionOutcome[] = [];
    let lastSent = performance.now();
    for (const [number, job] of jobs.entries()) {
      Atomics.store(shared, sharedPlaces.job, begun);
      Atomics.add(shared, sharedPlaces.progress, 1);
      begun += 1;
      outcomes.push(await attempt(run, job));
      const isSilentTooLong = performance.now() - lastSent > longestSilence;
      if (!isSilentTooLong && number < jobs.length - 1) continue;
      send({ outcomes });
      outcomes = [];
      lastSent = performance.now();
    }
  }

  return (batch: InspectionBatch): void => {
    last = last.then(() => serveBatch(batch));
  };
}

const serve = serveBatches(workerData, (report) => parentPort?.postMessage(report));
parentPort?.on('message', serve);
