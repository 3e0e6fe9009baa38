import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createUpkeep } from '../../../../src-main/downloads/commit/upkeep.ts';
import { newJob } from '../../../../src-main/downloads/queue/job.ts';
import { createRoots } from '../../library/create-roots.ts';
import { listFiles } from '../../list-files.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';
import { createSharing } from '../create-sharing.ts';
import { createQueue, toRequest } from '../queue/queue-under-test.ts';

const hour = 60 * 60 * 1000;
const names = ['0123456789abcdef.leaves', '0123456789abcdef.part'];

/** A library with what was received of one model. */
async function createLibrary(guid: string) {
  const library = await createScratch();
  const folder = path.join(library, `Knight_${guid}`, '.lodestock', 'c0ffee0123456789');
  await mkdir(folder, { recursive: true });
  for (const name of names) await writeFile(path.join(folder, name), 'x');
  const left = async () => (await listFiles(library)).filter((file) => /\.(?:part|leaves)$/.test(file));
  return { library, left };
}

async function createSweeper(libraryFolder: string) {
  let time = Date.now();
  const { store, jobList } = await createQueue({ canRun: () => false });
  const roots = await createRoots();
  const upkeep = createUpkeep({
    ...{
      store,
      jobList,
      roots,
      sharing: createSharing(),
      libraryFolder: () => libraryFolder,
      now: () => time,
    },
    ...{ onLibraryChange: () => undefined, signal: new AbortController().signal, log: createMemoryLog().log },
  });
  const sweep = async () => {
    await upkeep.sweepCurrent();
    await upkeep.sweepOthers();
    await store.saved();
  };
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  const { keepLeftovers: keep, sweepDue } = upkeep;
  return { keep, sweepDue, sweep, store, jobList, roots, wait };
}

const toJob = (guid: string, library: string) =>
  newJob(toRequest(guid), { server: 'bundled', account: null, library });

test('keeps what was received of a cancelled download', async () => {
  const { library, left } = await createLibrary('g1');
  const { keep, sweep, store, wait } = await createSweeper(library);
  keep(toJob('g1', library));
  await store.saved();

  wait(23 * hour);
  await sweep();

  expect((await left()).length).toBe(2);
});

test('removes it after a day, cleared from the list', async () => {
  const { library, left } = await createLibrary('g1');
  const { keep, sweepDue, store, wait } = await createSweeper(library);
  keep(toJob('g1', library));
  await store.saved();
  await sweepDue();
  expect((await left()).length).toBe(2);
  wait(25 * hour);

  await sweepDue();
  await store.saved();

  expect(await left()).toEqual([]);
  expect(store.readLeftovers()).toEqual([]);
});

test('sweeps the libraries of before too', async () => {
  const { library, left } = await createLibrary('g1');
  const { sweep, store, jobList } = await createSweeper(await createScratch());
  jobList.put({ ...toJob('g1', library), status: 'done' });
  await store.saved();

  await sweep();

  expect(await left()).toEqual([]);
});

test('waits for a library that is away', async () => {
  const { library, left } = await createLibrary('g1');
  const { keep, sweep, store, wait, roots } = await createSweeper(library);
  await roots.open(library);
  keep(toJob('g1', library));
  await store.saved();
  wait(25 * hour);
  await rename(library, `${library}-away`);
  await sweep();
  await rename(`${library}-away`, library);

  await sweep();

  expect(await left()).toEqual([]);
});

test('keeps what a download in the list goes on with', async () => {
  const { library, left } = await createLibrary('g1');
  const { sweep, jobList } = await createSweeper(library);
  jobList.put({ ...toJob('g1', library), status: 'paused' });

  await sweep();

  expect((await left()).length).toBe(2);
});
