import { onTestFinished } from 'vitest';
import { QueueFile } from '../../../src-main/downloads/job.ts';
import { createDownloadQueue, type RunDownload } from '../../../src-main/downloads/queue.ts';
import type { DownloadRequest } from '../../../src-main/ipc/contract.ts';
import { createJsonFile } from '../../../src-main/storage/json-file.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

export const toRequest = (guid: string, relativePath = 'a_1k/a.glb'): DownloadRequest => ({
  ...{ guid, relativePath, title: `Model ${guid}`, format: 'glb', lod: '1k', variant: null },
});

/** Runs that wait until the test ends them. */
function createRuns() {
  const open: {
    readonly guid: string;
    readonly end: (error?: unknown) => void;
    readonly report: (bytes: number) => void;
    /** Got its addresses and receives. */
    readonly begin: () => void;
  }[] = [];
  const run: RunDownload = (job, { signal, report }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      open.push({
        guid: job.guid,
        end: (error) => (error === undefined ? resolve({ filePath: `/library/${job.guid}` }) : reject(error)),
        begin: () => report({ status: 'downloading' }),
        report: (receivedBytes) => report({ receivedBytes }),
      });
    });
  return { open, run };
}

export async function createQueue(
  options: {
    readonly file?: string;
    readonly parallel?: number;
    readonly canRun?: () => boolean;
    readonly server?: () => string;
    /** Milliseconds; an hour when absent, so that nothing is tried again by itself. */
    readonly retryDelays?: readonly number[];
    readonly run?: RunDownload;
  } = {},
) {
  const file = options.file ?? `${await createScratch()}/downloads.json`;
  const { log, lines } = createMemoryLog();
  const runs = createRuns();
  const queue = createDownloadQueue({
    run: options.run ?? runs.run,
    file: createJsonFile({ file, schema: QueueFile, log }),
    parallel: () => options.parallel ?? 2,
    canRun: options.canRun ?? (() => true),
    server: options.server ?? (() => 'bundled'),
    retryDelays: options.retryDelays ?? [3_600_000],
    now: Date.now,
    onChange: () => undefined,
    log,
  });
  onTestFinished(() => queue.stop()); // before the folder of its file goes
  const statuses = () => queue.read().map(({ status }) => status);
  return { queue, file, lines, statuses, ...runs };
}
