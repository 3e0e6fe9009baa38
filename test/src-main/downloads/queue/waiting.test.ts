import { expect, test } from 'vitest';
import { AppError } from '../../../../server/contract/errors.ts';
import type { RunDownload } from '../../../../src-main/downloads/queue/job.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

const away = () => new AppError('UNAVAILABLE', 'The server is not responding.');

/** Answers as a server does that is away until told. */
function createOutage() {
  let isAway = true;
  let asked = 0;
  const run: RunDownload = async (job, { report }) => {
    asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    if (isAway) throw away();
    report({ status: 'downloading' });
    return { filePath: `/library/${job.guid}` };
  };
  const end = () => {
    isAway = false;
  };
  return { run, asked: () => asked, end };
}

test('loses none of 1,000 downloads in an outage', async () => {
  const outage = createOutage();
  const { add, jobs, statuses } = await createQueue({ run: outage.run, parallel: 8, retryDelays: [5] });
  const guids = Array.from({ length: 1000 }, (_, index) => `g${index}`);
  await Promise.all(guids.map((guid) => add(toRequest(guid))));
  await expect.poll(outage.asked).toBeGreaterThan(20);
  expect(new Set(statuses())).not.toContain('failed');
  expect(jobs().length).toBe(1000);

  outage.end();

  const left = () => statuses().filter((status) => status !== 'done').length;
  await expect.poll(left).toBe(0);
});

test('sends one download ahead after an outage', async () => {
  const { add, open, statuses } = await createQueue({ parallel: 2, retryDelays: [20] });
  for (const guid of ['a', 'b', 'c', 'd']) await add(toRequest(guid));
  await expect.poll(() => open.length).toBe(2);
  open[0]?.end(away());
  open[1]?.end(away());
  await expect.poll(() => open.length).toBe(3);
  expect(statuses()).toEqual(['waiting', 'waiting', 'resolving', 'queued']);

  open[2]?.begin();

  await expect.poll(() => open.length).toBe(4);
  expect(open.map(({ guid }) => guid)).toEqual(['a', 'b', 'c', 'a']);
});

test('says why a download waits, and until when', async () => {
  const { add, jobs, open } = await createQueue();
  await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  const before = Date.now();

  open[0]?.end(new AppError('RATE_LIMITED', 'Too many downloads.', { details: { retryAfterSeconds: 7200 } }));

  await expect.poll(() => jobs()[0]?.status).toBe('waiting');
  expect(jobs()[0]).toMatchObject({ error: { code: 'RATE_LIMITED', message: 'Too many downloads.' } });
  expect(Date.parse(jobs()[0]?.retryAt ?? '')).toBeGreaterThanOrEqual(before + 7_200_000);
});

test('a file host that is away holds up only its own', async () => {
  const { add, open, statuses } = await createQueue({ parallel: 1 });
  await add(toRequest('a'));
  await add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end(new AppError('FILE_HOST_UNAVAILABLE', 'The connection to the file host kept breaking.'));

  await expect.poll(() => open.length).toBe(2);
  expect(statuses()).toEqual(['waiting', 'resolving']);
});

test('tries at once when something has changed', async () => {
  const { queue, add, jobs, open } = await createQueue();
  await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end(new AppError('UNAUTHENTICATED', 'You are signed out.'));
  await expect.poll(() => jobs()[0]?.status).toBe('waiting');

  queue.wake();

  await expect.poll(() => open.length).toBe(2);
});

test('leaves a download with its server', async () => {
  let server = 'https://a.example';
  const { queue, add, jobs, open, statuses } = await createQueue({ parallel: 1, server: () => server });
  await add(toRequest('a'));
  await add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);
  server = 'https://b.example';
  open[0]?.end();
  await expect.poll(() => statuses()).toEqual(['done', 'waiting']);
  expect(jobs()[1]?.error?.message).toContain('https://a.example');
  expect(open.length).toBe(1);

  server = 'https://a.example';
  queue.wake();

  await expect.poll(() => open.length).toBe(2);
});

test('waits on after a restart', async () => {
  const first = await createQueue();
  await first.add(toRequest('a'));
  await expect.poll(() => first.open.length).toBe(1);
  first.open[0]?.end(away());
  await expect.poll(() => first.statuses()).toEqual(['waiting']);
  await first.stop();

  const second = await createQueue({ file: first.file });
  second.load();
  second.queue.wake();

  await expect.poll(() => second.open.map(({ guid }) => guid)).toEqual(['a']);
});
