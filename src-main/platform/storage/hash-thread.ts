import { parentPort } from 'node:worker_threads';
import type { HashAnswer, HashOrder } from './hash-threads.ts';
import { hashFile } from './inspect-files.ts';

// Worker thread of hash-threads.ts.
const never = new AbortController().signal;
const answer = (what: HashAnswer) => parentPort?.postMessage(what);

parentPort?.on('message', ({ file }: HashOrder) => {
  hashFile(file, never).then(
    (sha256) => answer({ sha256 }),
    () => answer({ sha256: null }),
  );
});
