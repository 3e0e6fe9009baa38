import { parentPort } from 'node:worker_threads';
import { serveCalls } from '../../../../server/catalogue/engine/thread-calls.ts';

/** A thread that sets a flag in shared memory once its answer is on the way, or never answers. */
if (parentPort)
  serveCalls(parentPort, {
    answer: (flag: Int32Array) => {
      setImmediate(() => {
        Atomics.store(flag, 0, 1);
        Atomics.notify(flag, 0);
      });
    },
    stall: (flag: Int32Array) => Atomics.wait(flag, 0, 0),
  });
