import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Lease, LeaseLost, takeLease, takeLeaseIfFree } from '../../../src-main/library/lease.ts';
import { createScratch } from '../scratch.ts';

/** So long that one slow look at the disk does not make a holder seem dead. */
const timing = { beat: 20, stale: 2000, poll: 5 };
const never = new AbortController().signal;

async function createFolder() {
  const folder = await createScratch();
  const of = (machine: string, signal = never) => ({ folder, name: 'swap', machine, timing, signal });
  const takeAs = async (machine: string): Promise<Lease> => {
    const lease = await takeLease(of(machine));
    onTestFinished(lease.release);
    return lease;
  };
  return { folder, of, takeAs };
}

/** A holder on another computer that does nothing any more. */
async function leaveBehind(folder: string, number = 1) {
  const holder = { machine: 'z', host: 'elsewhere', pid: 1, token: `token ${number}`, beat: 7 };
  const text = JSON.stringify({ ...holder, at: '2036-01-01T00:00:00Z', state: 'held' });
  await writeFile(path.join(folder, `swap-${number}.lease`), text);
}

test('only one of many computers holds it', async () => {
  const { takeAs } = await createFolder();
  let holders = 0;
  let most = 0;

  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const lease = await takeAs(`machine ${index}`);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise(setImmediate);
      await lease.assertHeld();
      holders -= 1;
      await lease.release();
    }),
  );

  expect(most).toBe(1);
});

test('a holder that is alive keeps it', async () => {
  const { of, takeAs } = await createFolder();
  const lease = await takeAs('a');
  const control = new AbortController();
  const waiting = takeLease(of('b', control.signal));
  const beats = async () =>
    JSON.parse(await readFile(path.join(of('a').folder, 'swap-1.lease'), 'utf8')).beat;

  await expect.poll(beats).toBeGreaterThan(timing.stale / timing.beat + 10);

  await lease.assertHeld();
  control.abort();
  await expect(waiting).rejects.toThrow();
});

test('takes over from a computer that died', async () => {
  const { folder, takeAs } = await createFolder();
  await leaveBehind(folder);

  const lease = await takeAs('b');

  await lease.assertHeld();
  expect(await readdir(folder)).toEqual(['swap-2.lease']);
});

test('takes over at once from an earlier run of the same computer', async () => {
  const { folder, of, takeAs } = await createFolder();
  const lease = await takeAs('a');
  const text = await readFile(path.join(folder, 'swap-1.lease'), 'utf8');
  await lease.release();
  await writeFile(path.join(folder, 'swap-1.lease'), text); // as if the process had been killed

  expect(await takeLeaseIfFree(of('b'))).toBeNull();
  const again = await takeLeaseIfFree(of('a'));

  await again?.assertHeld();
  await again?.release();
  expect(again).not.toBeNull();
});

test('a holder notices that it was taken for dead', async () => {
  const { folder, takeAs } = await createFolder();
  const lease = await takeAs('a');
  await leaveBehind(folder, 2); // another computer saw no beat while this one slept

  const other = await takeAs('b');

  await expect(lease.assertHeld()).rejects.toThrow(LeaseLost);
  await other.assertHeld();
});

test('two that take over from the same dead one do not both get it', async () => {
  const { folder, takeAs } = await createFolder();
  await leaveBehind(folder);
  let holders = 0;
  let most = 0;

  await Promise.all(
    ['b', 'c', 'd'].map(async (machine) => {
      const lease = await takeAs(machine);
      holders += 1;
      most = Math.max(most, holders);
      await new Promise((resolve) => setTimeout(resolve, 3));
      holders -= 1;
      await lease.release();
    }),
  );

  expect(most).toBe(1);
});

test('goes when the wait is called off', async () => {
  const { of, takeAs } = await createFolder();
  await takeAs('a');
  const control = new AbortController();
  const waiting = takeLease(of('b', control.signal));

  control.abort();

  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});
