import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { AppError } from '../../../server/contract/errors.ts';
import { QueueFile } from '../../../src-main/downloads/job.ts';
import type { RunDownload } from '../../../src-main/downloads/queue.ts';
import { createScratch } from '../scratch.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

test('runs as many jobs as allowed, in order', async () => {
  const { queue, open, statuses } = await createQueue();

  for (const guid of ['a', 'b', 'c']) await queue.add(toRequest(guid));

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'b']);
  expect(statuses()).toEqual(['resolving', 'resolving', 'queued']);
  open[0]?.end();
  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'b', 'c']);
});

test('runs jobs of one model one by one', async () => {
  const { queue, open } = await createQueue();

  await queue.add(toRequest('a', 'a_1k/one.glb'));
  await queue.add(toRequest('a', 'a_1k/two.glb'));
  await queue.add(toRequest('b'));

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'b']);
});

test('adds an unfinished download only once', async () => {
  const { queue } = await createQueue();

  const first = await queue.add(toRequest('a'));
  const second = await queue.add(toRequest('a'));

  expect(second.id).toBe(first.id);
  expect(queue.read().length).toBe(1);
});

test('a job that is done names its file', async () => {
  const { queue, open } = await createQueue();
  await queue.add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end();

  await expect.poll(() => queue.read()[0]).toMatchObject({ status: 'done', filePath: '/library/a' });
  expect(queue.read()[0]?.finishedAt).toMatch(/Z$/);
});

test('shows the sentence of a failed job', async () => {
  const { queue, open } = await createQueue();
  await queue.add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end(new AppError('INSUFFICIENT_BALANCE', 'The model costs 1 USD.'));

  await expect.poll(() => queue.read()[0]?.status).toBe('failed');
  expect(queue.read()[0]?.error).toEqual({
    code: 'INSUFFICIENT_BALANCE',
    message: 'The model costs 1 USD.',
    canRetry: true,
  });
});

test('hides the cause of an unknown failure', async () => {
  const { queue, open, lines } = await createQueue();
  await queue.add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end(new TypeError('x is not a function'));

  await expect.poll(() => queue.read()[0]?.error?.code).toBe('INTERNAL');
  expect(queue.read()[0]?.error?.message).not.toContain('x is not a function');
  expect(lines.join('\n')).toContain('x is not a function');
});

test('cancels a running job at once', async () => {
  const { queue, open, statuses } = await createQueue();
  const { id } = await queue.add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);

  await queue.cancel(id);

  expect(statuses()).toEqual(['cancelled']);
});

test('cancels a job that waits', async () => {
  const { queue, statuses, open } = await createQueue({ parallel: 1 });
  await queue.add(toRequest('a'));
  const { id } = await queue.add(toRequest('b'));

  await queue.cancel(id);

  expect(statuses()[1]).toBe('cancelled');
  expect(open.map(({ guid }) => guid)).not.toContain('b');
});

test('refuses to cancel an unknown job', async () => {
  const { queue } = await createQueue();

  await expect(queue.cancel('nothing')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('retries a failed job from the beginning', async () => {
  const { queue, open } = await createQueue();
  const { id } = await queue.add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end(new AppError('FORBIDDEN', 'Refused.'));
  await expect.poll(() => queue.read()[0]?.status).toBe('failed');

  queue.retry(id);

  await expect.poll(() => open.length).toBe(2);
  expect(queue.read()[0]).toMatchObject({ id, error: null, receivedBytes: 0 });
});

test('waits while there is no server', async () => {
  let isOnline = false;
  const { queue, open, statuses } = await createQueue({ canRun: () => isOnline });
  await queue.add(toRequest('a'));
  expect(statuses()).toEqual(['queued']);

  isOnline = true;
  queue.wake();

  await expect.poll(() => open.length).toBe(1);
});

test('takes up unfinished jobs after a restart', async () => {
  const first = await createQueue({ parallel: 1 });
  await first.queue.add(toRequest('a'));
  await first.queue.add(toRequest('b'));
  await expect.poll(() => first.open.length).toBe(1);
  first.open[0]?.end();
  await expect.poll(() => first.open.length).toBe(2);
  first.open[1]?.report(500);
  await first.queue.stop();

  const second = await createQueue({ file: first.file, canRun: () => false });
  await second.queue.load();

  expect(second.queue.read()).toMatchObject([
    { guid: 'a', status: 'done' },
    { guid: 'b', status: 'queued', receivedBytes: 0 },
  ]);
});

test('clears finished jobs and keeps the others', async () => {
  const { queue, open, statuses } = await createQueue({ parallel: 1 });
  await queue.add(toRequest('a'));
  await queue.add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end();
  await expect.poll(() => open.length).toBe(2);

  queue.clearFinished();

  expect(statuses()).toEqual(['resolving']);
});

test('lists no more than 200 settled jobs', async () => {
  const { queue } = await createQueue({ canRun: () => false });
  const guids = Array.from({ length: 205 }, (_, index) => `g${index}`);
  const jobs = await Promise.all(guids.map((guid) => queue.add(toRequest(guid))));

  for (const { id } of jobs) await queue.cancel(id);

  expect(queue.read().length).toBe(200);
  expect(queue.read()[0]?.guid).toBe('g5');
});

const away = () => new AppError('UNAVAILABLE', 'The server does not answer.');

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
  const { queue, statuses } = await createQueue({ run: outage.run, parallel: 8, retryDelays: [5] });
  const guids = Array.from({ length: 1000 }, (_, index) => `g${index}`);
  await Promise.all(guids.map((guid) => queue.add(toRequest(guid))));
  await expect.poll(outage.asked).toBeGreaterThan(20);
  expect(new Set(statuses())).not.toContain('failed');
  expect(queue.read().length).toBe(1000);

  outage.end();

  const left = () => statuses().filter((status) => status !== 'done').length;
  await expect.poll(left).toBe(0);
});

test('sends one download ahead after an outage', async () => {
  const { queue, open, statuses } = await createQueue({ parallel: 2, retryDelays: [20] });
  for (const guid of ['a', 'b', 'c', 'd']) await queue.add(toRequest(guid));
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
  const { queue, open } = await createQueue();
  await queue.add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  const before = Date.now();

  open[0]?.end(new AppError('RATE_LIMITED', 'Too many downloads.', { details: { retryAfterSeconds: 7200 } }));

  await expect.poll(() => queue.read()[0]?.status).toBe('waiting');
  expect(queue.read()[0]).toMatchObject({ error: { code: 'RATE_LIMITED', message: 'Too many downloads.' } });
  expect(Date.parse(queue.read()[0]?.retryAt ?? '')).toBeGreaterThanOrEqual(before + 7_200_000);
});

test('a file host that is away holds up only its own', async () => {
  const { queue, open, statuses } = await createQueue({ parallel: 1 });
  await queue.add(toRequest('a'));
  await queue.add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end(new AppError('FILE_HOST_UNAVAILABLE', 'The connection to the file host kept breaking.'));

  await expect.poll(() => open.length).toBe(2);
  expect(statuses()).toEqual(['waiting', 'resolving']);
});

test('tries at once when something has changed', async () => {
  const { queue, open } = await createQueue();
  await queue.add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end(new AppError('UNAUTHENTICATED', 'You are signed out.'));
  await expect.poll(() => queue.read()[0]?.status).toBe('waiting');

  queue.wake();

  await expect.poll(() => open.length).toBe(2);
});

test('keeps every failed download in the list', async () => {
  const run: RunDownload = async () => {
    throw new AppError('CORRUPT_FILE', 'The file does not match the catalogue.');
  };
  const { queue, statuses } = await createQueue({ run });
  const guids = Array.from({ length: 250 }, (_, index) => `g${index}`);

  await Promise.all(guids.map((guid) => queue.add(toRequest(guid))));

  await expect.poll(() => statuses().filter((status) => status === 'failed').length).toBe(250);
});

test('leaves a download with its server', async () => {
  let server = 'https://a.example';
  const { queue, open, statuses } = await createQueue({ parallel: 1, server: () => server });
  await queue.add(toRequest('a'));
  await queue.add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);
  server = 'https://b.example';
  open[0]?.end();
  await expect.poll(() => statuses()).toEqual(['done', 'waiting']);
  expect(queue.read()[1]?.error?.message).toContain('https://a.example');
  expect(open.length).toBe(1);

  server = 'https://a.example';
  queue.wake();

  await expect.poll(() => open.length).toBe(2);
});

test('waits on after a restart', async () => {
  const first = await createQueue();
  await first.queue.add(toRequest('a'));
  await expect.poll(() => first.open.length).toBe(1);
  first.open[0]?.end(away());
  await expect.poll(() => first.statuses()).toEqual(['waiting']);
  await first.queue.stop();

  const second = await createQueue({ file: first.file });
  await second.queue.load();
  second.queue.wake();

  await expect.poll(() => second.open.map(({ guid }) => guid)).toEqual(['a']);
});

test('has a download on the disk before it answers', async () => {
  const { queue, file } = await createQueue({ canRun: () => false });

  await Promise.all(['a', 'b', 'c'].map((guid) => queue.add(toRequest(guid))));

  const stored = QueueFile.parse(JSON.parse(await readFile(file, 'utf8')));
  expect(stored.jobs.map(({ guid }) => guid)).toEqual(['a', 'b', 'c']);
});

test('refuses a download that cannot be saved', async () => {
  const folder = await createScratch();
  await writeFile(`${folder}/taken`, '');
  const { queue, open } = await createQueue({ file: `${folder}/taken/downloads.json` });

  await expect(queue.add(toRequest('a'))).rejects.toMatchObject({ code: 'INSUFFICIENT_STORAGE' });

  expect([queue.read(), open]).toEqual([[], []]);
});

test('tries again with the answer about edited files', async () => {
  const answers: string[] = [];
  const run: RunDownload = async ({ edited }) => {
    answers.push(edited);
    if (edited === 'ask') throw new AppError('FILE_EDITED', 'You have changed a.glb.');
    return { filePath: '/library/a.glb' };
  };
  const { queue, statuses } = await createQueue({ run });
  const { id } = await queue.add(toRequest('a'));
  await expect.poll(statuses).toEqual(['failed']);

  queue.decide(id, 'keep');

  await expect.poll(statuses).toEqual(['done']);
  expect(answers).toEqual(['ask', 'keep']);
});
