import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { startThread, type Thread } from '../../../../server/catalogue/engine/thread-calls.ts';
import { openDatabase } from '../../../../server/db/open-database.ts';

const run = promisify(execFile);
let thread: Thread | null = null;
afterEach(() => thread?.close());

const start = () => {
  thread = startThread('../../../test/server/catalogue/engine/answering-thread', {});
  return thread;
};

test('closes while an answer is on its way', async () => {
  const child = path.join(import.meta.dirname, 'closing-child.ts');

  const { stdout } = await run(process.execPath, [child]);

  expect(stdout).toBe('closed\n');
});

test('closes at every moment of its start', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-thread-'));
  const file = path.join(folder, 'lodestock.db');
  openDatabase(file).close();
  const child = path.join(import.meta.dirname, 'early-closing-child.ts');

  const { stdout } = await run(process.execPath, [child, file]);

  rmSync(folder, { recursive: true });
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
