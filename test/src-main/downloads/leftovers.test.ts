import { mkdir, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newJob } from '../../../src-main/downloads/job.ts';
import { createLeftovers } from '../../../src-main/downloads/leftovers.ts';
import { createRoots } from '../library/create-roots.ts';
import { listFiles } from '../list-files.ts';
import { createScratch } from '../scratch.ts';
import { createQueue, toRequest } from './queue-under-test.ts';

const hour = 60 * 60 * 1000;
const names = ['k.glb.0123456789abcdef.leaves', 'k.glb.0123456789abcdef.part'];

/** A library with what was received of one model. */
async function createLibrary(guid: string) {
  const library = await createScratch();
  const folder = path.join(library, `Knight_${guid}`);
  await mkdir(folder);
  for (const name of names) await writeFile(path.join(folder, name), 'x');
  const left = async () => (await listFiles(library)).filter((file) => file.includes('.glb.'));
  return { library, left };
}

async function createSweeper(libraryFolder: string) {
  let time = Date.now();
  const { store, roster } = await createQueue({ canRun: () => false });
  const roots = await createRoots();
  const options = { store, roster, roots, libraryFolder: () => libraryFolder, now: () => time };
  const wait = (milliseconds: number) => {
    time += milliseconds;
  };
  return { ...createLeftovers(options), store, roster, roots, wait };
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
  const { keep, sweep, isDue, store, wait } = await createSweeper(library);
  keep(toJob('g1', library));
  await store.saved();
  wait(25 * hour);
  expect(isDue()).toBe(true);

  await sweep();

  expect(await left()).toEqual([]);
  await store.saved();
  expect(store.readLeftovers()).toEqual([]);
});

test('sweeps the libraries of before too', async () => {
  const { library, left } = await createLibrary('g1');
  const { sweep, store, roster } = await createSweeper(await createScratch());
  roster.put({ ...toJob('g1', library), status: 'done' });
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
  await store.saved();
  await rename(`${library}-away`, library);

  await sweep();

  expect(await left()).toEqual([]);
});

test('leaves alone what is being written', async () => {
  const { library, left } = await createLibrary('g1');
  const { sweep, roster } = await createSweeper(library);
  await writeFile(path.join(library, 'Knight_g1', 'new.glb.00112233445566ff.part'), 'x'); // has no journal yet
  roster.put({ ...toJob('g1', library), status: 'downloading' });

  await sweep();

  expect((await left()).length).toBe(3);
});
