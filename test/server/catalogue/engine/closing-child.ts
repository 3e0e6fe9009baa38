import { startThread } from '../../../../server/catalogue/engine/thread-calls.ts';

/** A process that closes its only thread while an answer of that thread waits to be read. */
const thread = startThread('../../../test/server/catalogue/engine/answering-thread', {});
const flag = new Int32Array(new SharedArrayBuffer(4));
thread.call('answer', flag).catch(() => {});
Atomics.wait(flag, 0, 0);
await thread.close();
console.log('closed');
