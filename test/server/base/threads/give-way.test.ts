import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { giveWayAsSession } from '../../../../server/base/threads/give-way.ts';

const hasGroups = existsSync('/proc/self/autogroup');
let child: ChildProcess | null = null;

afterEach(async () => {
  if (child === null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  child = null;
});

async function startSleeper(detached: boolean): Promise<number> {
  child = spawn('sleep', ['60'], { detached, stdio: 'ignore' });
  await once(child, 'spawn');
  return child.pid ?? 0;
}

const readGroup = (pid: number | 'self') => readFileSync(`/proc/${pid}/autogroup`, 'utf8').trim();

test.skipIf(!hasGroups)('lets a program in its own session give way', async () => {
  const pid = await startSleeper(true);

  await giveWayAsSession(pid, 10);

  expect(readGroup(pid)).toMatch(/ nice 10$/);
});

test.skipIf(!hasGroups)('leaves a session alone that others are in', async () => {
  const before = readGroup('self');
  const pid = await startSleeper(false);

  await giveWayAsSession(pid, 10);

  expect(readGroup(pid)).toBe(before);
});

test('says nothing of a program that has ended', async () => {
  await expect(giveWayAsSession(2 ** 22 + 1, 10)).resolves.toBeUndefined();
});
