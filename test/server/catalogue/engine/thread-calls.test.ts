import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { startThread, type Thread } from '../../../../server/catalogue/engine/thread-calls.ts';

const run = promisify(execFile);
let thread: Thread | null = null;
afterEach(() => thread?.close());

const start = () => {
  thread = startThread('../../../test/server/catalogue/engine/answering-thread', null);
  return thread;
};

test('closes while an answer is on its way', async () => {
  const child = path.join(import.meta.dirname, 'closing-child.ts');

  const { stdout } = await run(process.execPath, [child]);

  expect(stdout).toBe('closed\n');
});

test('answers the calls of a thread', async () => {
  const flag = new Int32Array(new SharedArrayBuffer(4));

  await start().call('answer', flag);

  expect(thread?.pending()).toBe(0);
});

test('fails waiting calls when it is closed', async () => {
  const waiting = start().call('stall', new Int32Array(new SharedArrayBuffer(4)));
  const failed = expect(waiting).rejects.toThrow('ended: it was closed');

  await thread?.close();

  await failed;
});

test('refuses calls after it was closed', async () => {
  const closed = start();
  await closed.close();

  await expect(closed.call('answer')).rejects.toThrow('ended: it was closed');
});
