import { expect, test } from 'vitest';
import { AppError } from '../../../../server/contract/errors.ts';
import type { RunDownload } from '../../../../src-main/downloads/queue/job.ts';
import { createJobStore } from '../../../../src-main/downloads/queue/job-store.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

test('runs as many jobs as allowed, in order', async () => {
  const { add, open, statuses } = await createQueue();

  for (const guid of ['a', 'b', 'c']) await add(toRequest(guid));

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'b']);
  expect(statuses()).toEqual(['resolving', 'resolving', 'queued']);
  open[0]?.end();
  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'b', 'c']);
});

test('runs jobs of one model one by one', async () => {
  const { add, open } = await createQueue();

  await add(toRequest('a', 'a_1k/one.glb'));
  await add(toRequest('a', 'a_1k/two.glb'));
  await add(toRequest('b'));

  await expect.poll(() => open.map(({ guid }) => guid)).toEqual(['a', 'b']);
});

test('adds an unfinished download only once', async () => {
  const { add, jobs } = await createQueue();

  const first = await add(toRequest('a'));
  const second = await add(toRequest('a'));

  expect(second.id).toBe(first.id);
  expect(jobs().length).toBe(1);
});

test('a job that is done names its file', async () => {
  const { add, jobs, open } = await createQueue();
  await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end();

  await expect.poll(() => jobs()[0]).toMatchObject({ status: 'done', filePath: '/library/a' });
  expect(jobs()[0]?.finishedAt).toMatch(/Z$/);
});

test('shows the sentence of a failed job', async () => {
  const { add, jobs, open } = await createQueue();
  await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end(new AppError('INSUFFICIENT_BALANCE', 'The model costs 1 USD.'));

  await expect.poll(() => jobs()[0]?.status).toBe('failed');
  expect(jobs()[0]?.error).toEqual({
    code: 'INSUFFICIENT_BALANCE',
    message: 'The model costs 1 USD.',
    canRetry: true,
  });
});

test('hides the cause of an unknown failure', async () => {
  const { add, jobs, open, lines } = await createQueue();
  await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);

  open[0]?.end(new TypeError('x is not a function'));

  await expect.poll(() => jobs()[0]?.error?.code).toBe('INTERNAL');
  expect(jobs()[0]?.error?.message).not.toContain('x is not a function');
  expect(lines.join('\n')).toContain('x is not a function');
});

test('refuses to cancel an unknown job', async () => {
  const { queue } = await createQueue();

  await expect(queue.cancel(['nothing'])).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('retries a failed job from the beginning', async () => {
  const { queue, add, jobs, open } = await createQueue();
  const { id } = await add(toRequest('a'));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end(new AppError('FORBIDDEN', 'Refused.'));
  await expect.poll(() => jobs()[0]?.status).toBe('failed');

  queue.retry(id);

  await expect.poll(() => open.length).toBe(2);
  expect(jobs()[0]).toMatchObject({ id, error: null, receivedBytes: 0 });
});

test('takes up unfinished jobs after a restart', async () => {
  const first = await createQueue({ parallel: 1 });
  await first.add(toRequest('a'));
  await first.add(toRequest('b'));
  await expect.poll(() => first.open.length).toBe(1);
  first.open[0]?.end();
  await expect.poll(() => first.open.length).toBe(2);
  first.open[1]?.report(500);
  await first.stop();

  const second = await createQueue({ file: first.file, canRun: () => false });
  second.load();

  expect(second.jobs()).toMatchObject([
    { guid: 'a', status: 'done' },
    { guid: 'b', status: 'queued', receivedBytes: 500, bytesPerSecond: null },
  ]);
});

test('clears finished jobs and keeps the others', async () => {
  const { queue, add, open, statuses } = await createQueue({ parallel: 1 });
  await add(toRequest('a'));
  await add(toRequest('b'));
  await expect.poll(() => open.length).toBe(1);
  open[0]?.end();
  await expect.poll(() => open.length).toBe(2);

  queue.clearFinished();

  expect(statuses()).toEqual(['resolving']);
});

test('lists no more than 2,000 settled jobs', async () => {
  const { queue, add, jobs } = await createQueue({ canRun: () => false });
  const guids = Array.from({ length: 2005 }, (_, index) => `g${index}`);
  const added = await Promise.all(guids.map((guid) => add(toRequest(guid))));

  await queue.cancel(added.map(({ id }) => id));

  expect(jobs().length).toBe(2000);
  expect(jobs()[0]?.guid).toBe('g5');
});

test('has a download on the disk before it answers', async () => {
  const { add, file } = await createQueue({ canRun: () => false });

  await Promise.all(['a', 'b', 'c'].map((guid) => add(toRequest(guid))));

  const { log } = createMemoryLog();
  const stored = createJobStore({ file, log }).load();
  expect(stored.map(({ guid }) => guid).toSorted()).toEqual(['a', 'b', 'c']);
});

test('tries again with the answer about edited files', async () => {
  const answers: string[] = [];
  const run: RunDownload = async ({ edited }) => {
    answers.push(edited);
    if (edited === 'ask') throw new AppError('FILE_EDITED', 'You have changed a.glb.');
    return { filePath: '/library/a.glb' };
  };
  const { queue, add, statuses } = await createQueue({ run });
  const { id } = await add(toRequest('a'));
  await expect.poll(statuses).toEqual(['failed']);

  queue.decide(id, 'keep');

  await expect.poll(statuses).toEqual(['done']);
  expect(answers).toEqual(['ask', 'keep']);
});
