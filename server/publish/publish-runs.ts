import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { Storage } from '../base/data-folder/storage.ts';
import type { PublishRows } from './publish-rows.ts';
import type { UploadFiles } from './upload-files.ts';

type Parts = {
  readonly rows: Pick<PublishRows, 'unfinished'>;
  readonly uploadFiles: Pick<UploadFiles, 'locks'>;
  /** Advances a publish as far as possible. */
  readonly advance: (id: string) => Promise<void>;
  readonly storage: Pick<Storage, 'explain'>;
  readonly log: FastifyBaseLogger;
};

const firstRetryMs = 1000;
const longestRetryMs = 60_000;

/** Processes publishes one after the other to completion, except those that another process has. */
export function createPublishRuns({ rows, uploadFiles, advance, storage, log }: Parts) {
  const queue = new PQueue({ concurrency: 1 });
  const timers = new Set<NodeJS.Timeout>();
  let isClosing = false;
  const isOver = (id: string) => !rows.unfinished().includes(id);

  async function advanceAlone(id: string): Promise<void> {
    if (isOver(id)) return;
    const release = uploadFiles.locks.take(id);
    if (release === null) return runLater(id, firstRetryMs);
    try {
      await advance(id);
    } finally {
      await release(isOver(id));
    }
  }

  function runLater(id: string, milliseconds: number, attempt = 0): void {
    const timer = setTimeout(() => {
      timers.delete(timer);
      run(id, attempt);
    }, milliseconds).unref();
    timers.add(timer);
  }

  function run(id: string, attempt = 0): void {
    if (isClosing) return;
    queue
      .add(() => advanceAlone(id))
      .catch((error: unknown) => {
        if (isClosing) return;
        storage.explain(error);
        log.error(
          { event: 'publish', publishId: id, err: error },
          'A publish could not go on; it is tried again.',
        );
        runLater(id, Math.min(longestRetryMs, firstRetryMs * 2 ** attempt), attempt + 1);
      });
  }

  return {
    run: (id: string) => run(id),
    resume(): void {
      for (const id of rows.unfinished()) run(id);
    },
    async close(): Promise<void> {
      isClosing = true;
      for (const timer of timers) clearTimeout(timer);
      queue.clear();
      await queue.onIdle();
    },
  };
}
