import { expect, test } from 'vitest';
import type { RunDownload } from '../../../../src-main/downloads/queue/job.ts';
import { createJobList } from '../../../../src-main/downloads/queue/job-list.ts';
import { createTotals } from '../../../../src-main/downloads/queue/totals.ts';
import type { DownloadJob } from '../../../../src-main/platform/ipc/contract.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

const guids = (count: number) => Array.from({ length: count }, (_, index) => `g${index}`);

test('tells the window only what has changed', async () => {
  const { queue, jobList, open } = await createQueue({ parallel: 1 });
  await queue.add(guids(1000).map((guid) => toRequest(guid)));
  await expect.poll(() => open.length).toBe(1);
  const { revision } = queue.read();
  expect(jobList.takeChange()?.jobs.length).toBe(1000);

  open[0]?.report(500);

  const change = jobList.takeChange();
  expect(change).toMatchObject({ jobs: [{ guid: 'g0', receivedBytes: 500 }], removed: [] });
  expect(change?.revision).toBeGreaterThan(revision);
  expect(jobList.takeChange()).toBeNull();
});

test('writes no row for progress alone', async () => {
  const { store } = await createQueue();
  const written: DownloadJob[] = [];
  const put = (job: DownloadJob) => void written.push(job);
  const jobList = createJobList({
    store: { ...store, put },
    totals: createTotals(),
    onChange: () => undefined,
  });
  const { add, jobs } = await createQueue({ canRun: () => false });
  await add(toRequest('a'));
  const [job] = jobs();
  if (!job) throw new Error('the download was not added');
  jobList.put(job);

  jobList.put({ ...job, receivedBytes: 10, bytesPerSecond: 5 });
  jobList.put({ ...job, receivedBytes: 10, status: 'downloading' });

  expect(written.map(({ status }) => status)).toEqual(['queued', 'downloading']);
});

/** How often the queue reads a job while so many are downloaded: its work, on any machine. */
async function countReads(count: number): Promise<number> {
  let reads = 0;
  const run: RunDownload = async (job, { report }) => {
    await new Promise((resolve) => setImmediate(resolve));
    report({ status: 'downloading' });
    return { filePath: `/library/${job.guid}` };
  };
  const { queue, jobList, totals } = await createQueue({
    run,
    countRead: () => {
      reads += 1;
    },
  });
  await queue.add(guids(count).map((guid) => toRequest(guid)));
  await expect.poll(() => totals.read().active).toBe(0);
  expect(jobList.values().length).toBe(count);
  return reads;
}

test('does four times the work for four times the downloads', async () => {
  const [few, many] = [await countReads(250), await countReads(1000)];

  expect(many / few).toBeLessThanOrEqual(4.2);
});

test('sums up what is under way, without looking at all', async () => {
  const { queue, add, open } = await createQueue({ parallel: 1 });
  await add({ ...toRequest('a'), sizeBytes: 1000 });
  await add({ ...toRequest('b'), sizeBytes: 3000 });
  await expect.poll(() => open.length).toBe(1);

  open[0]?.report(500);

  expect(queue.read().summary).toMatchObject({
    active: 2,
    receivedBytes: 500,
    totalBytes: 4000,
    fraction: 0.125,
  });
});
