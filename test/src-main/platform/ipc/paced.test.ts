import { expect, test } from 'vitest';
import { createPaced } from '../../../../src-main/platform/ipc/pacing.ts';

/** Work that takes as long as the test says, and pauses that end when the test says. */
function createWork() {
  let time = 0;
  let finish: (() => void) | null = null;
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  let runs = 0;
  const work = () =>
    new Promise<void>((resolve) => {
      runs += 1;
      finish = resolve;
    });
  const request = createPaced(work, {
    now: () => time,
    after: (milliseconds, end) => void pauses.push({ milliseconds, end }),
  });
  const end = async (milliseconds: number) => {
    time += milliseconds;
    finish?.();
    await expect.poll(() => pauses.length).toBe(runs);
  };
  return { request, end, pauses, runs: () => runs };
}

test('works at once, and once more for all requests meanwhile', async () => {
  const { request, end, pauses, runs } = createWork();
  for (let count = 0; count < 100; count += 1) request();
  expect(runs()).toBe(1);
  await end(10);
  expect(runs()).toBe(1);

  pauses[0]?.end();

  expect(runs()).toBe(2);
});

test('rests ten times as long as it worked', async () => {
  const { request, end, pauses } = createWork();
  request();

  await end(1500);

  expect(pauses.map(({ milliseconds }) => milliseconds)).toEqual([15_000]);
});

test('does nothing that nobody asked for', async () => {
  const { request, end, pauses, runs } = createWork();
  request();
  await end(1);

  pauses[0]?.end();

  expect(runs()).toBe(1);
  request();
  expect(runs()).toBe(2);
});
