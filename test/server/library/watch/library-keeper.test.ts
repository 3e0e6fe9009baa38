import { afterEach, expect, test } from 'vitest';
import { createSettling } from '../../../../server/library/scan/folders/settling.ts';
import { createKeeper, type Keeper } from '../../../../server/library/watch/library-keeper.ts';

let keeper: Keeper;
afterEach(() => keeper.close());

type Scan = { readonly only: readonly string[] | undefined; readonly end: (error?: Error) => void };

/** A keeper whose scans wait until the test ends them. */
function openKeeper(options: Partial<Parameters<typeof createKeeper>[0]> = {}) {
  const errors: unknown[] = [];
  const begun: Scan[] = [];
  let tellBegun = () => {};
  keeper = createKeeper({
    settling: createSettling(0, Date.now),
    sweepMs: 0,
    isSomethingAway: () => false,
    ...options,
    onError: (error) => errors.push(error),
    scan: (only) =>
      new Promise((resolve, reject) => {
        begun.push({ only, end: (error) => (error ? reject(error) : resolve()) });
        tellBegun();
      }),
  });
  keeper.start();
  const nextScan = async (): Promise<Scan> => {
    while (begun.length === 0)
      await new Promise<void>((resolve) => {
        tellBegun = resolve;
      });
    return begun.shift() ?? nextScan();
  };
  return { errors, nextScan };
}
const fault = new Error('The disk is full.');

test('reads everything at once when a folder is back', async () => {
  let isBack = true;
  const isSomethingBack = () => isBack;
  const { nextScan } = openKeeper({ isSomethingBack, sweepMs: 3_600_000 });

  const scan = await nextScan();
  isBack = false;
  scan.end();

  expect(scan.only).toBeUndefined();
});

test('looks again at what a failed scan missed', async () => {
  const { errors, nextScan } = openKeeper();
  keeper.touch('chairs');

  (await nextScan()).end(fault);
  keeper.touch('lamps');
  const second = await nextScan();
  second.end(fault);
  const third = await nextScan();

  expect([second, third].map(({ only }) => only?.toSorted())).toEqual([
    ['chairs', 'lamps'],
    ['chairs', 'lamps'],
  ]);
  expect(errors).toEqual([fault]);
  third.end();
});

test('looks through everything again after that failed', async () => {
  const { errors, nextScan } = openKeeper();

  keeper.miss(fault);
  keeper.touch('chairs');
  const { only, end } = await nextScan();
  end();

  expect([only, errors]).toEqual([undefined, [fault]]);
});

test('tells of a failure again after a success', async () => {
  const { errors, nextScan } = openKeeper();
  keeper.touch('chairs');

  (await nextScan()).end(fault);
  (await nextScan()).end();
  keeper.touch('chairs');
  (await nextScan()).end(fault);
  (await nextScan()).end();

  expect(errors).toEqual([fault, fault]);
});

test('tries again at once when it is told to', async () => {
  const { nextScan } = openKeeper();
  keeper.touch('chairs');
  for (let failed = 0; failed < 5; failed += 1) {
    (await nextScan()).end(fault);
    // The pause before the next attempt begins when this one is over.
    await new Promise((resolve) => setImmediate(resolve));
    keeper.retry();
  }

  const { only, end } = await nextScan();

  expect(only).toEqual(['chairs']);
  end();
});
