import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bringLibrary, clearOldPlace } from '../../../../src-main/library/move/move-library.ts';
import { runs } from '../../../helpers/property-runs.ts';
import { createFastScratch } from '../../downloads/commit/two-versions.ts';
import { contents, createTools, isLibrary, readContents, writeContents } from './library-under-move.ts';
import type { MoveTask, MoveWork } from './move-worker.ts';

const program = path.join(import.meta.dirname, 'move-worker.ts');
const { numRuns: kills } = runs(6);

/** The same numbers at each run, spread evenly over what there is. */
const spread = (seed: number, count: number) => 1 + Math.floor(((seed * 0.618_034) % 1) * count);

async function createLibrary(scratch: string): Promise<void> {
  await mkdir(path.join(scratch, 'to'), { recursive: true });
  await writeContents(path.join(scratch, 'from'));
}

/** Null when the process did not survive it. */
async function work(task: MoveTask): Promise<MoveWork | null> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let answer: MoveWork | null = null;
  child.once('message', (told: MoveWork) => {
    answer = told;
  });
  child.send(task);
  await once(child, 'exit');
  return answer;
}

/** Files that are whole at neither place. */
async function findLosses(scratch: string): Promise<string[]> {
  const [from, to] = [
    await readContents(path.join(scratch, 'from')),
    await readContents(path.join(scratch, 'to')),
  ];
  return Object.keys(contents).filter((name) => ![from[name], to[name]].includes(contents[name]));
}

test(`a move killed at ${kills} places loses no file and goes on`, async () => {
  const scratch = await createFastScratch();
  await createLibrary(path.join(scratch, 'whole'));
  const whole = await work({ scratch: path.join(scratch, 'whole'), killAt: null });
  const faults: unknown[] = [];

  for (let seed = 1; seed <= kills; seed += 1) {
    const place = path.join(scratch, String(seed));
    await createLibrary(place);
    const killAt = spread(seed, whole?.operations ?? 0);
    const hasSurvived = (await work({ scratch: place, killAt })) !== null;
    const lost = await findLosses(place);
    const tools = await createTools(place);
    await bringLibrary(tools);
    const kept = await clearOldPlace(tools);
    const moved = await readContents(tools.record.to);
    const isWhole = JSON.stringify(Object.entries(moved).toSorted()) === wholeText;
    if (hasSurvived || lost.length > 0 || kept > 0 || !isWhole || !(await isLibrary(tools.record.to)))
      faults.push({ killAt, hasSurvived, lost, kept, moved: Object.keys(moved) });
  }

  expect(whole?.operations).toBeGreaterThan(30);
  expect(faults).toEqual([]);
});

const wholeText = JSON.stringify(Object.entries(contents).toSorted());
