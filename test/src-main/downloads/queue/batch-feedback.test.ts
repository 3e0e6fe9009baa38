import { expect, test } from 'vitest';
import { AppError } from '../../../../server/contract/errors.ts';
import { textOf, type Words } from '../../../../server/contract/sentence.ts';
import { createBatchFeedback } from '../../../../src-main/downloads/queue/totals.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

async function createDesktop({ isInFront = false, mayStayAwake = (): boolean => false } = {}) {
  const queue = await createQueue({ parallel: 8 });
  const told: string[] = [];
  const progress: (number | null)[] = [];
  const awake: boolean[] = [];
  const desktop = {
    notify: (title: Words, body: Words) => void told.push(`${textOf(title)}: ${textOf(body)}`),
    setProgress: (fraction: number | null) => void progress.push(fraction),
    isInFront: () => isInFront,
    keepAwake: (isWanted: boolean) => void awake.push(isWanted),
  };
  const update = createBatchFeedback(queue.totals, desktop, mayStayAwake);
  const begin = async (...guids: readonly string[]) => {
    const before = queue.open.length;
    await queue.queue.add(guids.map((guid) => ({ ...toRequest(guid), sizeBytes: 1000 })));
    await expect.poll(() => queue.open.length).toBe(before + guids.length);
  };
  /** Ends every run; the guids are those that fail. */
  const end = async (...failing: readonly string[]) => {
    for (const { guid, end: endRun } of queue.open)
      endRun(failing.includes(guid) ? new AppError('MODEL_NOT_FOUND', 'There is no such model.') : undefined);
    await expect.poll(() => queue.queue.read().summary.active).toBe(0);
    update();
  };
  return { ...queue, begin, end, update, told, progress, awake };
}

test('tells once when all downloads are done', async () => {
  const { begin, end, update, told } = await createDesktop();
  await begin('a', 'b', 'c');
  update();
  expect(told).toEqual([]);

  await end();
  update();

  expect(told).toEqual(['Downloads finished: 3 downloads finished.']);
});

test('tells how many of them failed', async () => {
  const { begin, end, told } = await createDesktop();
  await begin('a', 'b', 'c');

  await end('b');

  expect(told).toEqual(['Some downloads failed: 2 finished, 1 failed. Open Downloads to see why.']);
});

/** What happens from here on has a later time than what happened before. */
async function letClockMove() {
  const now = Date.now();
  await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(now);
}

test('goes on with the batch after a restart', async () => {
  const { begin, end, open, jobs, stop, file } = await createDesktop();
  await begin('earlier');
  await end();
  await letClockMove();
  await begin('a', 'b', 'c');
  await letClockMove();
  open[1]?.end();
  open[2]?.end(new AppError('MODEL_NOT_FOUND', 'There is no such model.'));
  open[3]?.report(500);
  await expect.poll(() => jobs().filter(({ finishedAt }) => finishedAt !== null).length).toBe(3);
  await stop();

  const { queue, load, totals } = await createQueue({ file, canRun: () => false });
  load();

  expect(totals.read().fraction).toBe(1500 / 2000);
  await queue.cancel(null);
  expect(totals.takeEnd()).toEqual({ done: 1, failed: 1 });
});

test('leaves batches that had ended before a restart alone', async () => {
  const { begin, end, stop, file } = await createDesktop();
  await begin('a', 'b');
  await end();
  await stop();

  const { load, totals } = await createQueue({ file });
  load();

  expect([totals.read().fraction, totals.takeEnd()]).toEqual([null, null]);
});

test('does not disturb a person who is looking', async () => {
  const { begin, end, told } = await createDesktop({ isInFront: true });
  await begin('a');

  await end();

  expect(told).toEqual([]);
});

test('says nothing of what the person cancelled', async () => {
  const { begin, queue, update, told } = await createDesktop();
  await begin('a', 'b');

  await queue.cancel(null);
  update();

  expect(told).toEqual([]);
});

test('shows the progress of all, then none', async () => {
  const { begin, end, open, update, progress } = await createDesktop();
  await begin('a', 'b');
  update();
  open[0]?.report(500);
  update();
  update();

  await end();

  expect(progress).toEqual([0, 0.25, null]);
});

test('keeps the computer awake while downloads can go on', async () => {
  let mayStay = true;
  const { begin, end, update, awake } = await createDesktop({ mayStayAwake: () => mayStay });
  await begin('a');

  update();
  mayStay = false;
  update();
  mayStay = true;
  update();
  await end();

  expect(awake).toEqual([true, false, true, false]);
});

test('lets the computer sleep unless the person wants it awake', async () => {
  const { begin, end, awake } = await createDesktop();
  await begin('a');

  await end();

  expect(awake).toEqual([]);
});
