import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { recoverLibrary } from '../../../../src-main/downloads/commit/upkeep.ts';
import { listModelFolders } from '../../../../src-main/library/model-folders.ts';
import { runs } from '../../../helpers/property-runs.ts';
import { listFiles } from '../../list-files.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';
import { createCatalogue, scenePath } from '../catalogue.ts';
import { createSharing } from '../create-sharing.ts';
import { startComputer } from '../start-computer.ts';
import { createFastScratch, createSite, findVersions, folderName, readVersion } from './two-versions.ts';

const { numRuns: kills } = runs(12);

/** What the start of the app does, without a server. */
async function recover(library: string): Promise<void> {
  const folders = await listModelFolders(library);
  const signal = new AbortController().signal;
  await recoverLibrary({ library, folders, sharing: createSharing(), signal, log: createMemoryLog().log });
}

/** The same numbers at each run, spread evenly. */
const spread = (seed: number, count: number) => 1 + Math.floor(((seed * 0.618_034) % 1) * count);

type Site = Awaited<ReturnType<typeof createSite>>;

/** A computer with a library that holds the first version, and how many operations an update of it takes. */
async function createLane(scratch: string, name: string, [first, second]: Site) {
  const computer = await startComputer();
  const userData = path.join(scratch, name);
  const start = path.join(scratch, `${name} start`);
  const whole = path.join(scratch, `${name} whole`);
  await mkdir(userData);
  await mkdir(start);
  const task = { userData, sweeps: false, slowness: 0, wait: 0, seed: 1, sleepAt: null, stale: 3000 };
  const use = (library: string, { origin, request }: Site[number], killAt: number | null) =>
    computer.work({ ...task, library, origin, request, killAt });
  await use(start, first, null);
  await cp(start, whole, { recursive: true });
  const answer = await use(whole, second, null);
  const operations = answer === 'killed' ? 0 : answer.operations;
  return {
    start,
    operations,
    update: (library: string, killAt: number | null) => use(library, second, killAt),
  };
}

const places = ['before', 'between', 'after'] as const;

/** One kill in the middle of an update: where it was, and what is wrong afterwards. */
async function killOnce(
  library: string,
  lane: Awaited<ReturnType<typeof createLane>>,
  site: Site,
  seed: number,
) {
  await cp(lane.start, library, { recursive: true });
  const faults: string[] = [];
  const check = (isRight: boolean, fault: string) => void (isRight || faults.push(`${seed}: ${fault}`));
  await lane.update(library, spread(seed, lane.operations));
  const seen = await findVersions(library, site);
  check(!seen.includes(0), 'a file is broken');

  await recover(library);

  const now = await findVersions(library, site);
  const told = await readVersion(library);
  check(now.join() === String(told), `the files are of ${now.join(' and ')}, the receipt tells of ${told}`);
  const state = await readdir(path.join(library, folderName, '.lodestock'));
  check(!state.some((name) => /^swap-.*json|^old-/.test(name)), `left ${state.join()}`);
  const again = await lane.update(library, null);
  check(again !== 'killed' && again.error === null, JSON.stringify(again));
  check((await findVersions(library, site)).join() === '2', 'not updated');
  const place = seen.length > 1 || seen[0] === null ? 'between' : seen[0] === 1 ? 'before' : 'after';
  return { place, faults } as const;
}

test(`an update killed at ${kills} places leaves one version`, async () => {
  const scratch = await createFastScratch();
  const site = await createSite();
  const found: Awaited<ReturnType<typeof killOnce>>[] = [];

  const lanes = ['a', 'b'].map(async (name, first) => {
    const lane = await createLane(scratch, name, site);
    for (let seed = first + 1; seed <= kills; seed += 2) {
      const library = path.join(scratch, `${name} ${seed}`);
      found.push(await killOnce(library, lane, site, seed));
      await rm(library, { recursive: true });
    }
  });
  await Promise.all(lanes);

  expect(found.flatMap(({ faults }) => faults)).toEqual([]);
  expect(places.filter((place) => found.some((one) => one.place === place))).toEqual(places);
});

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;

/** Makes a file that cannot be renamed or changed; false where that is impossible. */
function lock(file: string): boolean {
  try {
    execFileSync('chattr', ['+i', file], { stdio: 'ignore' });
  } catch {
    return false;
  }
  onTestFinished(() => void execFileSync('chattr', ['-i', file]));
  return true;
}

test.skipIf(!isRoot)('a locked file leaves the old version whole (needs root)', async ({ skip }) => {
  const library = await createScratch();
  const names = Array.from({ length: 12 }, (_, index) => `knight_1k/textures/${index}.png`);
  const make = (version: number) =>
    Object.fromEntries([scenePath, ...names].map((name) => [name, Buffer.from(`${name} ${version}`)]));
  const first = { files: make(1), version: 1 };
  await (await createCatalogue({ library, ...first })).start();
  const locked = path.join(library, folderName, 'knight_1k/textures/6.png');
  if (!lock(locked)) return skip('this computer does not let a test lock a file');
  const before = await listFiles(library);
  const update = await createCatalogue({ library, files: make(2), version: 2 });

  await expect(update.start()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining(locked),
  });

  const known = [{ files: first.files }, { files: make(2) }];
  expect(await findVersions(library, known)).toEqual([1]);
  expect(await readVersion(library)).toBe(1);
  const isStaged = (name: string) => /\/\.lodestock\/c0ffee/.test(name);
  expect((await listFiles(library)).filter((name) => !isStaged(name) && !name.endsWith('.lease'))).toEqual(
    before.filter((name) => !name.endsWith('.lease')),
  );
});
