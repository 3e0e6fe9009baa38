import type { Worker } from 'node:worker_threads';
import { onTestFinished } from 'vitest';

/** The threads that this process starts from now on and that have not ended. */
export function watchThreads(): ReadonlySet<Worker> {
  const threads = new Set<Worker>();
  const note = (thread: Worker) => {
    threads.add(thread);
    thread.once('exit', () => threads.delete(thread));
  };
  process.on('worker', note);
  onTestFinished(() => void process.off('worker', note));
  return threads;
}
