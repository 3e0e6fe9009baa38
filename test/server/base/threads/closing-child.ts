import path from 'node:path';
import { startThread } from '../../../../server/base/threads/start.ts';
import type { AnsweringThread } from './answering-thread.ts';

/** A process that closes its only thread while an answer of that thread waits to be read. */
const file = path.join(import.meta.dirname, 'answering-thread.ts');
const thread = startThread<AnsweringThread>(file, { data: { greeting: '' } });
const flag = new Int32Array(new SharedArrayBuffer(4));
thread.call('answer', flag).catch(() => {});
Atomics.wait(flag, 0, 0);
await thread.close();
console.log('closed');
