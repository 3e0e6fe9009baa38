import { expect, test } from 'vitest';
import { AppError } from '../../../../server/contract/errors.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

/** A queue with some jobs; the first runs. */
async function createRunning(guids: readonly string[], canRun = () => true) {
  const queue = await createQueue({ parallel: 1, canRun });
  const added = await queue.queue.add(guids.map((guid) => toRequest(guid)));
  await expect.poll(() => queue.open.length).toBe(1);
  const idOf = (guid: string) => added.find((job) => job.guid === guid)?.id ?? '';
  const statusOf = (guid: string) => queue.jobs().find((job) => job.guid === guid)?.status;
  /** Ends what runs, one after the other, and tells the order in which they ran. */
  const runAll = async () => {
    for (let index = 0; index < guids.length; index += 1) {
      await expect.poll(() => queue.open.length).toBeGreaterThan(index);
      queue.open[index]?.end();
    }
    return queue.open.map(({ guid }) => guid);
  };
  return { ...queue, idOf, statusOf, runAll };
}

test('pauses what runs, and lets the next begin', async () => {
  const { queue, open, idOf, statusOf } = await createRunning(['a', 'b']);

  await queue.pause([idOf('a')]);

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'b']);
  expect(statusOf('a')).toBe('paused');
});

test('goes on where a pause was', async () => {
  const { queue, open, idOf } = await createRunning(['a']);
  await queue.pause([idOf('a')]);

  await queue.resume([idOf('a')]);

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'a']);
});

test('pauses and resumes all at once', async () => {
  const { queue, open, statuses } = await createRunning(['a', 'b', 'c']);

  await queue.pause(null);

  expect(statuses()).toEqual(['paused', 'paused', 'paused']);
  expect(queue.read().summary).toMatchObject({ active: 0, paused: 3, fraction: null });
  await queue.resume(null);
  await expect.poll(() => open.length).toBe(2);
  expect(statuses()).toEqual(['resolving', 'queued', 'queued']);
});

test('keeps its turn while downloads are held up', async () => {
  let isHeld = false;
  const { queue, open, statuses } = await createRunning(['a', 'b'], () => !isHeld);
  open[0]?.report(500);

  isHeld = true;
  queue.hold();
  await expect.poll(statuses).toEqual(['queued', 'queued']);
  const received = queue.read().jobs.map(({ receivedBytes }) => receivedBytes);
  isHeld = false;
  queue.wake();

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'a']);
  expect(received).toEqual([500, 0]);
});

test('what is paused or cancelled does not come back after a hold', async () => {
  let isHeld = false;
  const { queue, open, idOf, statuses } = await createRunning(['a', 'b', 'c'], () => !isHeld);
  isHeld = true;
  queue.hold();

  await Promise.all([queue.cancel([idOf('a')]), queue.pause([idOf('b')])]);
  isHeld = false;
  queue.wake();

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'c']);
  expect(statuses()).toEqual(['cancelled', 'paused', 'resolving']);
});

test('stays paused over a restart', async () => {
  const first = await createRunning(['a', 'b']);
  await first.queue.pause(null);
  await first.stop();

  const second = await createQueue({ file: first.file });
  second.load();
  second.queue.wake();

  expect(second.statuses()).toEqual(['paused', 'paused']);
  expect(second.open).toEqual([]);
});

test('a pause ends waiting for another try', async () => {
  const { queue, open, idOf, statusOf } = await createRunning(['a']);
  open[0]?.end(new AppError('FILE_HOST_UNAVAILABLE', 'The connection kept breaking.'));
  await expect.poll(() => statusOf('a')).toBe('waiting');

  await queue.pause([idOf('a')]);
  queue.wake();

  expect(statusOf('a')).toBe('paused');
  expect(open.length).toBe(1);
});

test('cancels all, and names what was cancelled', async () => {
  const { queue, statuses, cancelled } = await createRunning(['a', 'b']);

  await queue.cancel(null);

  expect(statuses()).toEqual(['cancelled', 'cancelled']);
  expect(cancelled.map(({ guid }) => guid).toSorted()).toEqual(['a', 'b']);
});

test.each([
  ['first', ['a', 'd', 'b', 'c', 'e']],
  ['earlier', ['a', 'b', 'd', 'c', 'e']],
  ['later', ['a', 'b', 'c', 'e', 'd']],
  ['last', ['a', 'b', 'c', 'e', 'd']],
] as const)('moves a download: %s', async (to, expected) => {
  const { queue, idOf, runAll } = await createRunning(['a', 'b', 'c', 'd', 'e']);

  await queue.move(idOf('d'), to);

  expect(await runAll()).toEqual(expected);
});

test('keeps an order over a restart', async () => {
  const first = await createRunning(['a', 'b', 'c']);
  await first.queue.move(first.idOf('c'), 'first');
  await first.stop();

  const second = await createQueue({ file: first.file, parallel: 3 });
  second.load();
  second.queue.wake();

  await expect.poll(() => second.open.map(({ guid }) => guid)).toEqual(['c', 'a', 'b']);
});

test('adds behind what was moved to the end', async () => {
  const { queue, add, idOf, open } = await createRunning(['a', 'b', 'c']);
  await queue.move(idOf('b'), 'last');

  await add(toRequest('d'));

  for (const index of [0, 1, 2]) {
    await expect.poll(() => open.length).toBeGreaterThan(index);
    open[index]?.end();
  }
  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'c', 'b', 'd']);
});

test('starts by priority, then in order', async () => {
  const { queue, idOf, runAll } = await createRunning(['a', 'b', 'c', 'd']);

  await queue.prioritise(idOf('b'), 'low');
  await queue.prioritise(idOf('d'), 'high');

  expect(await runAll()).toEqual(['a', 'd', 'c', 'b']);
});

test('adds all that were confirmed, or none', async () => {
  const { queue, jobs } = await createQueue({ file: '/dev/null/downloads.db' });

  const adding = queue.add(['a', 'b'].map((guid) => toRequest(guid)));

  await expect(adding).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });
  expect(jobs()).toEqual([]);
});

test('an away library holds up only its own downloads', async () => {
  let library = '/away';
  const { add, open, statuses } = await createQueue({ parallel: 1, library: () => library });
  await add(toRequest('a'));
  await add(toRequest('b'));
  library = '/here';
  await add(toRequest('c'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end(
    new AppError('UNAVAILABLE', 'The library is not connected.', { details: { place: 'library' } }),
  );

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'c']);
  expect(statuses()).toEqual(['waiting', 'queued', 'resolving']);
});

test('refuses a list that cannot fit as a whole', async () => {
  const { queue, jobs } = await createQueue({ canRun: () => false, readFree: async () => 2500 });
  const toLarge = (guid: string) => ({ ...toRequest(guid), sizeBytes: 1000 });
  await queue.add([toLarge('a')]);

  const adding = queue.add([toLarge('b'), toLarge('c')]);

  await expect(adding).rejects.toMatchObject({
    code: 'INSUFFICIENT_STORAGE',
    details: { neededBytes: 3000, freeBytes: 2500 },
  });
  expect(jobs().map(({ guid }) => guid)).toEqual(['a']);
  await queue.add([toLarge('b')]);
});

test('adds without a disk that is not responding', async () => {
  const away = async () => {
    throw new Error('ENOENT');
  };
  const { queue, jobs } = await createQueue({ canRun: () => false, readFree: away });

  await queue.add([{ ...toRequest('a'), sizeBytes: 1e18 }]);

  expect(jobs().length).toBe(1);
});
