import { cp, mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runs } from '../../../helpers/property-runs.ts';
import { listFiles } from '../../list-files.ts';
import { startComputer } from '../start-computer.ts';
import { createFastScratch, createSite, findVersions, readVersion, type Version } from './two-versions.ts';

const { numRuns: rounds } = runs(24);
/** Looks at the files again and again while computers write. */
function watch(library: string, versions: readonly Version[]) {
  let isOver = false;
  const seen = new Set<number | null>();
  const watching = (async () => {
    while (!isOver) {
      for (const version of await findVersions(library, versions)) seen.add(version);
      await new Promise((resolve) => setTimeout(resolve, 12));
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return seen;
  };
}

test(`two computers never spoil a file of one library in ${rounds} rounds`, async () => {
  const scratch = await createFastScratch();
  const versions = await createSite();
  const computers = await Promise.all(
    ['a', 'b'].map(async (name) => {
      const userData = path.join(scratch, name);
      await mkdir(userData);
      return { ...(await startComputer()), userData };
    }),
  );
  const faults: string[] = [];

  for (let seed = 1; seed <= rounds; seed += 1) {
    const library = path.join(scratch, `library ${seed}`);
    await mkdir(library);
    const stop = watch(library, versions);
    const answers = await Promise.all(
      computers.map(({ work, userData }, index) => {
        const { origin, request } = versions[(seed >> index) & 1] ?? versions[0];
        const wait = (seed * (index + 3)) % 20;
        const sweeps = (seed + index) % 3 === 0;
        return work({
          ...{
            library,
            origin,
            userData,
            request,
            wait,
            sweeps,
            killAt: null,
            sleepAt: null,
            slowness: 3,
            stale: 3000,
          },
          seed: seed * 2 + index,
        });
      }),
    );
    const seen = await stop();
    for (const answer of answers)
      if (answer === 'killed' || answer.error !== null)
        faults.push(`${seed}: ${answer === 'killed' ? answer : answer.error}`);
    if (seen.has(0)) faults.push(`${seed}: a file was seen that no version has`);
    const now = await findVersions(library, versions);
    const told = await readVersion(library).catch(String);
    if (now.length !== 1 || now[0] !== told)
      faults.push(`${seed}: the files are of ${now.join(' and ')}, the receipt tells of ${told}`);
    const left = (await listFiles(library)).filter((name) => /\.(?:part|whole|leaves)$/.test(name));
    if (left.length > 0) faults.push(`${seed}: left ${left.join(', ')}`);
    await rm(library, { recursive: true });
  }

  expect(faults).toEqual([]);
});

const isLinux = process.platform === 'linux';
const { numRuns: naps } = runs(4);

test.skipIf(!isLinux)(`a computer that slept through ${naps} changes spoils nothing (Linux)`, async () => {
  const scratch = await createFastScratch();
  const site = await createSite();
  const faults: string[] = [];
  const start = path.join(scratch, 'start');
  await mkdir(start);
  const create = async (name: string) => {
    const userData = path.join(scratch, name);
    await mkdir(userData);
    const computer = await startComputer();
    const task = { userData, sweeps: false, slowness: 0, wait: 0, seed: 1, stale: 300, killAt: null };
    const use = (library: string, version: number, sleepAt: number | null) => {
      const { origin, request } = site[version - 1] ?? site[0];
      return computer.work({ ...task, library, origin, request, sleepAt });
    };
    return { ...computer, use };
  };
  const [sleeper, other] = [await create('sleeper'), await create('other')];
  await sleeper.use(start, 1, null);
  const trial = path.join(scratch, 'trial');
  await cp(start, trial, { recursive: true });
  const answer = await sleeper.use(trial, 2, null);
  const operations = answer === 'killed' ? 0 : answer.operations;

  for (let seed = 1; seed <= naps; seed += 1) {
    const library = path.join(scratch, `library ${seed}`);
    await cp(start, library, { recursive: true });
    const check = async (who: string, result: Awaited<typeof answer>) => {
      if (result === 'killed' || result.error !== null)
        faults.push(`${seed}, ${who}: ${result === 'killed' ? result : result.error}`);
      const now = await findVersions(library, site);
      const told = await readVersion(library);
      if (now.join() !== String(told))
        faults.push(`${seed}, ${who}: the files are of ${now.join(' and ')}, the receipt tells of ${told}`);
    };
    const sleepAt = Math.floor(operations * (0.4 + (0.6 * seed) / naps));
    const sleeping = sleeper.use(library, 2, sleepAt);
    const isOver = sleeping.then(() => true);
    await expect.poll(async () => (await sleeper.isAsleep()) || Promise.race([isOver, false])).toBe(true);

    await check('the one awake', await other.use(library, (seed % 2) + 1, null));
    sleeper.wake();
    await check('the sleeper', await sleeping);
    await rm(library, { recursive: true });
  }

  expect(faults).toEqual([]);
});
