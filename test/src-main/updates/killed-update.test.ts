import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { knownSchema, schemaOf } from '../../../server/base/db/migrate.ts';
import { isWhole } from '../../../src-main/updates/kept-versions.ts';
import { makeLaterVersion } from '../../helpers/later-version.ts';
import { runs } from '../../helpers/property-runs.ts';
import { createFastScratch } from '../downloads/commit/two-versions.ts';
import { makeOld, names, runStep, startNew } from './update-steps.ts';
import type { UpdateTask } from './update-worker.ts';

const program = path.join(import.meta.dirname, 'update-worker.ts');
const { numRuns: kills } = runs(12);
const laterSchema = knownSchema + 2;
const sources = mkdtempSync(path.join(tmpdir(), 'lodestock-later-'));
afterAll(() => rmSync(sources, { recursive: true, force: true }));
const later = makeLaterVersion(sources);
const steps = ['install', 'upgrade', 'return'] as const;

/** How many changes the step made on the disk; null when the process did not survive it. */
async function work(task: UpdateTask): Promise<number | null> {
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let operations: number | null = null;
  child.once('message', (told: number) => {
    operations = told;
  });
  child.send(task);
  await once(child, 'exit');
  return operations;
}

function readProgram(folder: string): string {
  const file = path.join(folder, 'Lodestock.AppImage');
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** The schema of the database and the accounts in it; for a reader that changes nothing. */
function readDatabase(folder: string) {
  const db = new Database(path.join(folder, 'lodestock.db'));
  try {
    return { schema: schemaOf(db), accounts: db.prepare('SELECT name FROM account').pluck().all() };
  } finally {
    db.close();
  }
}

/** The same numbers at each run, spread evenly over what there is: the last ones put the program in its place. */
const spread = (seed: number, count: number) => count - Math.floor(((seed * 0.618_034) % 1) * count);

/** What is wrong right after a kill: one of the two versions is there whole, with all its data. */
function findLosses(folder: string): string[] {
  const { schema, accounts } = readDatabase(folder);
  const version = names.find((name) => readProgram(folder) === `program ${name}`);
  return [
    ...(version === undefined ? ['no version is whole'] : []),
    ...(accounts.join() === 'A' ? [] : [`the accounts are ${accounts}`]),
    ...(schema === knownSchema || schema === laterSchema ? [] : [`the schema is ${schema}`]),
    // After the way back, the older version restores it when it starts.
    ...(version === names[0] && schema !== knownSchema && !hasReturned(folder)
      ? ['the old version is left with the new database']
      : []),
  ];
}
const readRecord = (folder: string) => JSON.parse(readFileSync(path.join(folder, 'updates.json'), 'utf8'));
const hasReturned = (folder: string): boolean =>
  readRecord(folder).return?.to === names[0] &&
  readdirSync(path.join(folder, 'before-upgrade')).some((name) =>
    name.endsWith(`-schema-${knownSchema}.backup`),
  );

/** Starts what is there until the new version runs, or the old one after the way back, and says what is wrong then. */
async function goOn(folder: string): Promise<string[]> {
  if (readProgram(folder) === `program ${names[0]}`) {
    if (readDatabase(folder).schema !== knownSchema) return []; // gone back
    await runStep({ folder, step: 'install', later });
  }
  const { record } = await startNew(folder, later);
  const { schema, accounts } = readDatabase(folder);
  const kept = await record.read();
  return [
    ...(readProgram(folder) === `program ${names[1]}` ? [] : ['the new version is not there']),
    ...(schema === laterSchema && accounts.join() === 'A'
      ? []
      : [`the database is ${schema} with ${accounts}`]),
    ...(kept?.pending === null && kept.return === null ? [] : ['a step has not ended']),
    ...(kept?.previous && (await isWhole(kept.previous)) ? [] : ['the version before is not kept']),
    ...globSync('{.*,versions/.*}.part', { cwd: folder }).map((name) => `${name} is left`),
  ];
}

test(`an update killed at ${kills} places leaves a version that runs`, async () => {
  const scratch = await createFastScratch();
  const cases: { step: UpdateTask['step']; from: string; operations: number }[] = [];
  let last = path.join(scratch, 'old');
  mkdirSync(last);
  makeOld(last);
  for (const step of steps) {
    const folder = path.join(scratch, step);
    cpSync(last, folder, { recursive: true });
    cases.push({ step, from: last, operations: (await work({ folder, step, later, killAt: null })) ?? 0 });
    last = folder;
  }
  const faults: string[] = [];

  for (let seed = 1; seed <= kills; seed += 1) {
    const one = cases[seed % cases.length];
    if (one === undefined) continue;
    const folder = path.join(scratch, String(seed));
    cpSync(one.from, folder, { recursive: true });
    const killAt = spread(Math.floor(seed / steps.length), one.operations);
    const hasSurvived = (await work({ folder, step: one.step, later, killAt })) !== null;
    const found = [...findLosses(folder), ...(await goOn(folder)), ...(hasSurvived ? ['it survived'] : [])];
    faults.push(...found.map((fault) => `${one.step} at ${killAt} of ${one.operations}: ${fault}`));
  }

  expect(cases.map(({ operations }) => operations > 5)).toEqual([true, true, true]);
  expect(faults).toEqual([]);
});
