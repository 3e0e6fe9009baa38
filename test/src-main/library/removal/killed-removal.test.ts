import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listModelFolders } from '../../../../src-main/library/model-folders.ts';
import { writeReceipt } from '../../../../src-main/library/receipt.ts';
import { createRemoval } from '../../../../src-main/library/removal/removal.ts';
import { runs } from '../../../helpers/property-runs.ts';
import { sha256Of } from '../../../helpers/publishing.ts';
import { createFastScratch } from '../../downloads/commit/two-versions.ts';
import { createSharing } from '../../downloads/create-sharing.ts';
import { listFiles } from '../../list-files.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { readLibrary } from '../read-library.ts';
import type { RemovalTask, RemovalWork } from './removal-worker.ts';

const guid = 'oak';
const program = path.join(import.meta.dirname, 'removal-worker.ts');
const { numRuns: kills } = runs(8);
const names = ['1k/oak.glb', ...Array.from({ length: 6 }, (_, index) => `10k/wood-${index}.png`)];

async function createLibrary(library: string): Promise<void> {
  const folder = path.join(library, 'Furniture', 'Oak_oak');
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), name);
  }
  await writeReceipt(folder, {
    ...{ receiptVersion: 1, guid, title: 'Oak', version: 3, license: 'CC0-1.0', attribution: null },
    ...{ serverUrl: 'http://127.0.0.1', downloadedAt: '2026-01-01T00:00:00Z' },
    files: names.map((relativePath) => ({
      ...{ relativePath, sizeBytes: relativePath.length, sha256: sha256Of(relativePath) },
      ...({ format: 'png', lod: '1k', variant: null, role: 'scene' } as const),
    })),
  });
}

/** Null when the process did not survive it. */
async function work(task: Omit<RemovalTask, 'guid'>): Promise<RemovalWork | null> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let answer: RemovalWork | null = null;
  child.once('message', (told: RemovalWork) => {
    answer = told;
  });
  child.send({ ...task, guid } satisfies RemovalTask);
  await once(child, 'exit');
  return answer;
}

/** What the next start of the app does. */
async function restart(library: string): Promise<void> {
  const removal = createRemoval({
    ...{ libraries: () => [library], readLibrary: () => readLibrary(library), sharing: createSharing() },
    roots: { findAbsence: async () => null },
    isDownloading: () => false,
    onChange: async () => {},
    log: createMemoryLog().log,
  });
  await removal.tidy();
}

/** Which files of the model are missing from the disk, from the receipt, and what is left of the removal. */
async function findLosses(library: string): Promise<string[]> {
  const files = await listFiles(library);
  const [model] = await listModelFolders(library);
  const receipt = model?.reading.kind === 'receipt' ? model.reading.receipt : null;
  const told = receipt?.files.map(({ relativePath }) => relativePath) ?? [];
  const lost: string[] = [];
  for (const name of names) {
    const text = await readFile(path.join(library, 'Furniture/Oak_oak', name), 'utf8').catch(() => null);
    if (text !== name) lost.push(`${name} on the disk`);
    if (!told.includes(name)) lost.push(`${name} in the receipt`);
  }
  // Folders, and a record that was half written, go after a week.
  const kept = files.filter((name) => /\.lodestock\/removed\/\w+\/(?:files\/.*\.|removed\.json$)/.test(name));
  return [...lost, ...kept.map((name) => `left ${name}`)];
}

/** The same numbers at each run, spread evenly over what there is. */
const spread = (seed: number, count: number) => 1 + Math.floor(((seed * 0.618_034) % 1) * count);

/** A library before and after a removal, and how many operations that and its undoing take. */
async function createCase(scratch: string, name: string, relativePaths: string[] | null) {
  const [start, removed, undone] = ['start', 'removed', 'undone'].map((step) =>
    path.join(scratch, `${name} ${step}`),
  );
  if (!start || !removed || !undone) throw new Error('three places were made');
  await createLibrary(start);
  await cp(start, removed, { recursive: true });
  const removing = await work({ library: removed, relativePaths, undo: null, killAt: null });
  const undo = removing?.id ?? '';
  await cp(removed, undone, { recursive: true });
  const undoing = await work({ library: undone, relativePaths, undo, killAt: null });
  return [
    { from: start, relativePaths, undo: null, operations: removing?.operations ?? 0 },
    { from: removed, relativePaths, undo, operations: undoing?.operations ?? 0 },
  ];
}
type Case = Awaited<ReturnType<typeof createCase>>[number];

/** One kill in the middle, and what is wrong after the next start. */
async function killOnce(library: string, { from, operations, ...task }: Case, seed: number) {
  await cp(from, library, { recursive: true });
  const killAt = spread(seed, operations);
  const hasSurvived = (await work({ ...task, library, killAt })) !== null;
  const before = await findLosses(library);
  await restart(library);
  const after = await findLosses(library);
  const gone = (task.relativePaths ?? names).flatMap((name) => [
    `${name} on the disk`,
    `${name} in the receipt`,
  ]);
  const isRemoved =
    gone.every((loss) => after.includes(loss)) && after.some((loss) => loss.endsWith('removed.json'));
  // Before its first step it has not begun, and after its last one it is over.
  const faults = isRemoved ? [] : after;
  return {
    faults: [...faults, ...(hasSurvived ? ['survived'] : [])].map(
      (fault) => `${library} at ${killAt}: ${fault}`,
    ),
    isMended: before.length > 0 && after.length === 0,
  };
}

test(`a removal killed at ${kills} places leaves a whole model or an undo`, async () => {
  const scratch = await createFastScratch();
  const cases = [
    ...(await createCase(scratch, 'all', null)),
    ...(await createCase(scratch, 'some', names.slice(0, 4))),
  ];
  const found: Awaited<ReturnType<typeof killOnce>>[] = [];

  for (let seed = 1; seed <= kills; seed += 1) {
    const one = cases[seed % cases.length];
    if (one) found.push(await killOnce(path.join(scratch, String(seed)), one, seed));
  }

  expect(found.flatMap(({ faults }) => faults)).toEqual([]);
  expect(found.filter(({ isMended }) => isMended).length).toBeGreaterThan(kills / 4);
});
