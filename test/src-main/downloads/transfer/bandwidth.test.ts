import { expect, test } from 'vitest';
import { createBandwidth } from '../../../../src-main/downloads/transfer/bandwidth.ts';
import { createCatalogue, scenePath } from '../catalogue.ts';

/** Time that passes only by waiting. */
function createClock() {
  const clock = { time: 1000 };
  const waits: number[] = [];
  return {
    waits,
    rest: (milliseconds: number) => {
      clock.time += milliseconds;
    },
    now: () => clock.time,
    wait: async (milliseconds: number) => {
      waits.push(Math.round(milliseconds));
      clock.time += milliseconds;
    },
  };
}
const { signal } = new AbortController();

test('receives no more than the limit', async () => {
  const clock = createClock();
  const { take } = createBandwidth(() => 1_000_000, clock);
  const start = clock.now();

  for (let piece = 0; piece < 100; piece += 1) await take(100_000, signal);

  expect(clock.now() - start).toBeGreaterThanOrEqual(9_900);
  expect(clock.now() - start).toBeLessThanOrEqual(10_000);
});

test('does not save up what was not used', async () => {
  const clock = createClock();
  const { take } = createBandwidth(() => 1_000_000, clock);
  clock.rest(60_000);
  const start = clock.now();

  await take(1_000_000, signal);

  expect(clock.now() - start).toBe(900);
});

test('downloads at once share one limit', async () => {
  const clock = createClock();
  const { take } = createBandwidth(() => 1_000_000, clock);
  const start = clock.now();

  await Promise.all([take(500_000, signal), take(500_000, signal), take(500_000, signal)]);

  expect(clock.now() - start).toBe(1400);
});

test('waits for nothing without a limit', async () => {
  const clock = createClock();

  await createBandwidth(() => null, clock).take(1e12, signal);

  expect(clock.waits).toEqual([]);
});

test('a cancelled download waits no longer', async () => {
  const control = new AbortController();
  const { take } = createBandwidth(() => 1);
  const waiting = take(1_000_000, control.signal);

  control.abort();

  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
});

test('every byte of a download is counted', async () => {
  const scene = Buffer.alloc(1_000_000, 7);
  let taken = 0;
  const { start } = await createCatalogue({
    files: { [scenePath]: scene },
    bandwidth: {
      take: async (bytes) => {
        taken += bytes;
      },
    },
  });

  await start();

  expect(taken).toBe(scene.length);
});
