import { parentPort, workerData } from 'node:worker_threads';
import { createFileInspector, type InspectFile } from './file-inspector.ts';
import {
  type InspectionBatch,
  type InspectionJob,
  type InspectionOutcome,
  type InspectionReport,
  sharedPlaces,
  type WorkerSettings,
} from './worker-protocol.ts';

const longestSilence = 50;

async function inspectJob(inspect: InspectFile, { path, format }: InspectionJob): Promise<InspectionOutcome> {
  try {
    return { inspection: await inspect(path, format) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN';
    return { failure: { message, code, path } };
  }
}

function serveBatches({ shared }: WorkerSettings, send: (report: InspectionReport) => void) {
  const inspect = createFileInspector(() => {
    Atomics.add(shared, sharedPlaces.progress, 1);
  });

  return async ({ jobs }: InspectionBatch): Promise<void> => {
    let outcomes: InspectionOutcome[] = [];
    let lastSent = performance.now();
    for (const [number, job] of jobs.entries()) {
      Atomics.store(shared, sharedPlaces.job, number);
      Atomics.add(shared, sharedPlaces.progress, 1);
      outcomes.push(await inspectJob(inspect, job));
      const isSilentTooLong = performance.now() - lastSent > longestSilence;
      if (!isSilentTooLong && number < jobs.length - 1) continue;
      send({ outcomes });
      outcomes = [];
      lastSent = performance.now();
    }
  };
}

const serve = serveBatches(workerData, (report) => parentPort?.postMessage(report));
parentPort?.on('message', serve);
