import { expect, test } from 'vitest';
import { relocate } from '../../../../src-main/downloads/queue/job.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

/** Downloads into a library that moves once the test says so. */
async function createMoving() {
  let moving: { readonly from: string; readonly to: string } | null = null;
  const app = await createQueue({ parallel: 1, moving: () => moving });
  const move = async () => {
    moving = { from: '/library', to: '/mnt/disk' };
    app.queue.wake();
    await app.queue.hold('/library');
  };
  const arrive = () => {
    moving = null;
    for (const job of app.jobs()) app.jobList.put(relocate(job, '/library', '/mnt/disk'));
    app.queue.wake();
  };
  return { ...app, move, arrive };
}

test('downloads wait while their library moves and say why', async () => {
  const { add, jobs, open, move } = await createMoving();
  await add(toRequest('a'));
  await add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);

  await move();
  await add(toRequest('c'));

  expect(jobs().map(({ status }) => status)).toEqual(['waiting', 'waiting', 'waiting']);
  expect(jobs().map(({ error }) => error?.message)).toEqual(
    Array(3).fill('The library /library is being moved to /mnt/disk. This download continues there.'),
  );
  expect(open.length).toBe(1);
});

test('downloads go on where their library is now', async () => {
  const { add, open, move, arrive } = await createMoving();
  await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  await move();

  arrive();

  await expect.poll(() => open.length).toBe(2);
  expect(open[1]?.job.library).toBe('/mnt/disk');
});

test('a library that moves holds up no download into another', async () => {
  const library = { now: '/other' };
  const moving = { from: '/library', to: '/mnt/disk' };
  const { add, open } = await createQueue({ library: () => library.now, moving: () => moving });

  await add(toRequest('a'));

  await expect.poll(() => open.length).toBe(1);
});

test('a finished download is found where its library is now', async () => {
  const { add, jobs, open } = await createQueue();
  await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end();
  await expect.poll(() => jobs()[0]?.status).toBe('done');

  const [job] = jobs().map((one) => relocate(one, '/library', '/mnt/disk'));

  expect(job).toMatchObject({ library: '/mnt/disk', filePath: '/mnt/disk/a' });
});
