import { execFile } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { type EntryName, entries } from '../../../../server/base/threads/entries.ts';
import {
  entryFile,
  keepThread,
  startThread,
  type ThreadOptions,
} from '../../../../server/base/threads/start.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import type { AnsweringThread } from './answering-thread.ts';

const run = promisify(execFile);
const file = path.join(import.meta.dirname, 'answering-thread.ts');
const data = { greeting: 'Hello' };
const makeFlag = () => new Int32Array(new SharedArrayBuffer(4));

function start(options: Partial<ThreadOptions<AnsweringThread>> = {}) {
  const thread = startThread<AnsweringThread>(file, { data, ...options });
  onTestFinished(() => thread.close());
  return thread;
}

function keep(keptFile = file) {
  const onEnd = vi.fn();
  const toData = vi.fn(() => data);
  const thread = keepThread<AnsweringThread>(keptFile, { data: toData, onEnd });
  onTestFinished(() => thread.close());
  return { thread, onEnd, starts: () => toData.mock.calls.length };
}

test('names the lack of descriptors in the end of a thread that could not start', async () => {
  const folder = makeFolder();
  const exhausted = path.join(folder, 'thread.mjs');
  writeFileSync(exhausted, "throw new Error('x/package.json: too many open files.');");
  const { thread, onEnd } = keep(exhausted);

  await expect(thread.call('add', 1, 2)).rejects.toMatchObject({ code: 'EMFILE' });

  expect(onEnd).toHaveBeenCalledWith(expect.objectContaining({ code: 'EMFILE' }), false);
});

test('lists entries whose sources are there', () => {
  const names = Object.keys(entries).filter((name): name is EntryName => name in entries);

  expect(names.filter((name) => !existsSync(entryFile(name)))).toEqual([]);
});

test('answers the calls of a thread', async () => {
  const thread = start();

  const sums = await Promise.all([thread.call('add', 1, 2), thread.call('addLater', 3, 4)]);

  expect(sums).toEqual([3, 7]);
  expect(thread.pending()).toBe(0);
});

test.each(['fail', 'failLater'] as const)('carries the error of a call across: %s', async (name) => {
  const thread = start();

  const error = await thread.call(name).catch((caught: unknown) => caught);

  expect(error).toMatchObject({ message: 'no such table: nothing', code: 'SQLITE_ERROR' });
  expect(error).toHaveProperty('stack', expect.stringContaining('answering-thread.ts'));
  expect(await thread.call('add', 1, 1)).toBe(2);
});

test('refuses input that cannot cross', async () => {
  const thread = startThread<{ data: null; calls: { add(input: unknown): number }; news: never }>(file, {
    data: null,
  });
  onTestFinished(() => thread.close());

  await expect(thread.call('add', () => 1)).rejects.toThrow('could not be cloned');

  expect(thread.pending()).toBe(0);
});

test('tells its owner news in their order', async () => {
  const onNews = vi.fn();
  const thread = start({ onNews });

  await thread.call('tellTwice', 'you');

  expect(onNews.mock.calls.flat()).toEqual(['Hello, you', 'you']);
});

test('runs what it is told before later calls', async () => {
  const onNews = vi.fn();
  const thread = start({ onNews });

  thread.tell('tellTwice', 'first');
  await thread.call('add', 1, 1);

  expect(onNews).toHaveBeenCalledWith('first');
});

test('fails waiting calls when its thread dies', async () => {
  const onEnd = vi.fn();
  const thread = start({ onEnd });
  await thread.call('add', 1, 1);
  thread.tell('die');

  await expect(thread.call('add', 1, 1)).rejects.toThrow('ended: a call that was told failed');

  expect(onEnd.mock.lastCall).toEqual([
    expect.objectContaining({ message: 'a call that was told failed' }),
    true,
  ]);
});

test('holds a thread to its limit of memory', async () => {
  const onEnd = vi.fn();
  const thread = start({ limits: { maxOldGenerationSizeMb: 32 }, onEnd });

  await expect(thread.call('fillMemory')).rejects.toThrow('ended: Worker terminated');

  expect(onEnd.mock.lastCall?.[0]).toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
});

test('tells the end of a killed thread', async () => {
  const onEnd = vi.fn();
  const thread = start({ onEnd });
  const waiting = thread.call('stall', makeFlag());

  thread.kill();

  await expect(waiting).rejects.toThrow('ended: it stopped by itself');
  expect(onEnd).toHaveBeenCalledOnce();
});

test('lets a long call break off when it closes', async () => {
  const [onEnd, onNews] = [vi.fn(), vi.fn()];
  const thread = start({ onEnd, onNews });
  const waiting = thread.call('waitForEnding');

  await thread.close();

  expect(await waiting).toBe('broken off');
  expect(onNews.mock.lastCall).toEqual(['ended']);
  expect(onEnd).not.toHaveBeenCalled();
});

test('cuts off a call that outlasts its patience', async () => {
  const thread = start({ patienceMs: 0 });
  const failed = expect(thread.call('stall', makeFlag())).rejects.toThrow('ended: it was closed');

  await thread.close();

  await failed;
});

test('refuses calls after it was closed', async () => {
  const thread = start();
  await thread.close();

  await expect(thread.call('add', 1, 1)).rejects.toThrow('ended: it was closed');
});

test('starts a kept thread when it is first asked', async () => {
  const { thread, starts } = keep();
  const before = starts();

  expect(await thread.call('add', 2, 2)).toBe(4);

  expect([before, starts()]).toEqual([0, 1]);
});

test('brings a kept thread back after its death', async () => {
  const { thread, onEnd, starts } = keep();
  await thread.call('add', 1, 1);
  thread.tell('die');
  await expect(thread.call('add', 1, 1)).rejects.toThrow('ended');

  const sum = await thread.call('add', 2, 3);

  expect([sum, starts()]).toEqual([5, 2]);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('starts a thread that cannot start once per call', async () => {
  const { thread, onEnd, starts } = keep(path.join(import.meta.dirname, 'missing-thread.ts'));

  await expect(thread.call('add', 1, 1)).rejects.toThrow('missing-thread ended: Cannot find module');
  await expect(thread.call('add', 1, 1)).rejects.toThrow('missing-thread ended: Cannot find module');

  expect([starts(), onEnd.mock.calls.length]).toEqual([2, 2]);
});

test('starts no kept thread once it is closed', async () => {
  const { thread, starts } = keep();
  await thread.close();

  thread.warmUp();
  thread.tell('tellTwice', 'late');

  await expect(thread.call('add', 1, 1)).rejects.toThrow('ended: it was closed');
  expect(starts()).toBe(0);
});

test('closes while an answer is on its way', async () => {
  const child = path.join(import.meta.dirname, 'closing-child.ts');

  const { stdout } = await run(process.execPath, [child]);

  expect(stdout).toBe('closed\n');
});

test('closes at every moment of its start', async () => {
  const folder = makeFolder();
  const database = path.join(folder, 'lodestock.db');
  openDatabase(database).close();
  const child = path.join(import.meta.dirname, 'early-closing-child.ts');

  const { stdout } = await run(process.execPath, [child, database]);

  rmSync(folder, { recursive: true });
  expect(stdout).toBe('closed\n');
});
