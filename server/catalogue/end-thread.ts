import type { Worker } from 'node:worker_threads';

const patienceMs = 3000;

/** What a thread is told to end with; it then closes its port. */
export const endMessage = 'end';

/**
 * Ends a thread once its present call is done, and cuts it off only when that takes longer than three seconds: a thread
 * that is cut off inside SQLite's library, be it while that loads, aborts the whole process.
 */
export async function endThread(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return;
  const ended = new Promise((resolve) => worker.once('exit', resolve));
  const cutOff = setTimeout(() => void worker.terminate(), patienceMs);
  worker.ref();
  worker.postMessage(endMessage);
  await ended;
  clearTimeout(cutOff);
}
