import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks, staticChecks } from '../.ci/check.ts';
import { buildIfStale } from '../src-main/dev/build-if-stale.ts';
import { noteVariable } from './electron/start-electron.ts';
import { quarantine } from './quarantine.ts';

/**
 * Runs every test, or those that its arguments choose as vitest's do, and ends with how many passed, failed and were
 * skipped, and why. Without arguments it also builds the product, and checks types, lint and generated files next to the
 * first tests.
 */
const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-results-'));
const electronNote = path.join(folder, 'electron');

type Assertion = {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages?: readonly string[];
};
type TestFile = {
  readonly name: string;
  readonly status: string;
  /** Why it failed as a whole. */
  readonly message: string;
  /** Milliseconds since 1970. */
  readonly startTime: number;
  readonly endTime: number;
  readonly assertionResults: readonly Assertion[];
};
type Tested = { readonly status: number; readonly files: readonly TestFile[] };

async function runTests(args: readonly string[]): Promise<Tested> {
  const results = path.join(folder, 'results.json');
  const stalled = path.join(root, 'test/setup/name-stalled.ts');
  const reporters = ['default', 'json', stalled].map((reporter) => `--reporter=${reporter}`);
  const output = `--outputFile.json=${results}`;
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', ...reporters, output, ...args], {
    cwd: root,
    env: { ...process.env, [noteVariable]: electronNote },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'exit');
  const report: { readonly testResults: readonly TestFile[] } = JSON.parse(readFileSync(results, 'utf8'));
  return { status: status ?? 1, files: report.testResults };
}

/** The first lines of an error, with our own part of its stack. */
const shorten = (error: string) =>
  error
    .split('\n')
    .filter((line) => !line.includes('/node_modules/vitest/') && !line.includes('new Promise (<anonymous>)'))
    .slice(0, 12)
    .join('\n')
    .slice(0, 1500);

/** What failed, and why: a line of the file and the test, then the error. */
const listFailed = (files: readonly TestFile[]) =>
  files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message, assertionResults }) => {
      const file = path.relative(root, name);
      const failed = assertionResults.filter((test) => test.status === 'failed');
      if (failed.length === 0) return [`${file}\n${shorten(message)}`];
      return failed.map((test) => `${file}: ${test.fullName}\n${shorten(test.failureMessages?.[0] ?? '')}`);
    });

/** Where time can be saved; a file that waited for others took longer than it needed. */
function printSlowest(files: readonly TestFile[]) {
  const seconds = ({ startTime, endTime }: TestFile) => (endTime - startTime) / 1000;
  const slowest = files.toSorted((one, other) => seconds(other) - seconds(one)).slice(0, 20);
  console.log('\nThe slowest files, in seconds:');
  for (const file of slowest)
    console.log(`${seconds(file).toFixed(1).padStart(7)}  ${path.relative(root, file.name)}`);
}

function printSummary(files: readonly TestFile[]) {
  if (files.length > 10) printSlowest(files);
  const all = files.flatMap((file) => file.assertionResults);
  const passed = all.filter((test) => test.status === 'passed').length;
  const skipped = all
    .filter((test) => test.status === 'skipped' || test.status === 'pending')
    .filter((test) => quarantine[test.fullName] === undefined);
  if (skipped.length > 0) console.log('\nSkipped (the reason stands in the name):');
  for (const { fullName } of skipped) console.log(`  ${fullName}`);
  const quarantined = Object.entries(quarantine);
  console.log(`\nIn quarantine: ${quarantined.length === 0 ? 'none' : ''}`);
  for (const [name, reason] of quarantined) console.log(`  ${name}: ${reason}`);
  if (existsSync(electronNote)) {
    const walks = files.filter(({ name }) => /[\\/]test[\\/]e2e[\\/]/.test(name));
    const walked = walks.flatMap((file) => file.assertionResults).filter(({ status }) => status === 'passed');
    console.log(
      `\n${walked.length} steps of walks through the app passed on ${readFileSync(electronNote, 'utf8')}`,
    );
  }
  const failed = listFailed(files);
  for (const failure of failed) console.log(`\nFailed: ${failure}`);
  console.log(`\n${passed} passed, ${failed.length} failed, ${skipped.length + quarantined.length} skipped`);
  return passed;
}

const chosen = process.argv.slice(2);
const isWhole = chosen.length === 0;
const said: string[] = [];
const checking = isWhole ? runChecks(staticChecks, (text) => said.push(text)) : true;
if (isWhole) await buildIfStale();
const tested = await runTests(chosen);
const isFine = await checking;
for (const text of said) console.log(text);
const passed = printSummary(tested.files);
/** On a runner, a job whose tests are all skipped would say that all is well. */
const hasTested = passed > 0 || process.env.CI === undefined;
if (!hasTested) console.log('No test ran: each was skipped.');
if (!isFine) console.log('Types, lint or generated files have errors: see above.');
if (tested.status !== 0) console.log('Not everything ran or passed: see above.');
rmSync(folder, { recursive: true, force: true });
process.exit(isFine && hasTested ? tested.status : 1);
