import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Builds, runs every test, and ends with how many passed, failed and were skipped, and why. Up to three files with failures
 * run once more, alone: what passes then passes, but is named, because a test that its neighbours disturb is to be mended.
 */
const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-results-'));
const mostAgain = 3;
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;

type Assertion = { readonly status: string; readonly fullName: string };
type TestFile = {
  readonly name: string;
  readonly status: string;
  readonly assertionResults: readonly Assertion[];
};
type Tested = { readonly status: number; readonly files: readonly TestFile[] };

function runTests(args: readonly string[]): Tested {
  const results = path.join(folder, 'results.json');
  rmSync(results, { force: true });
  const status = run(bin('vitest'), [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...args,
  ]);
  const report: { readonly testResults: readonly TestFile[] } = JSON.parse(readFileSync(results, 'utf8'));
  return { status, files: report.testResults };
}

const listFailed = (files: readonly TestFile[]) =>
  files.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    return status === 'failed'
      ? [{ name, tests: failed.length > 0 ? failed : [path.relative(root, name)] }]
      : [];
  });

/** Runs files with failures again where they are few. */
function testAgain(tested: Tested): Tested {
  const failed = listFailed(tested.files);
  if (tested.status === 0 || failed.length === 0 || failed.length > mostAgain) return tested;
  console.log(`\nOnce more, alone: ${failed.map(({ name }) => path.relative(root, name)).join(', ')}`);
  const again = runTests(failed.map(({ name }) => path.relative(root, name)));
  if (again.status === 0) {
    console.log('\nPassed only alone, so mend them:');
    for (const name of failed.flatMap(({ tests }) => tests)) console.log(`  ${name}`);
  }
  const others = tested.files.filter((file) => failed.every(({ name }) => name !== file.name));
  return { status: again.status, files: [...others, ...again.files] };
}

function printSummary(files: readonly TestFile[]) {
  const all = files.flatMap((file) => file.assertionResults);
  const passed = all.filter((test) => test.status === 'passed').length;
  const skipped = all.filter((test) => test.status === 'skipped' || test.status === 'pending');
  const failed = listFailed(files).flatMap(({ tests }) => tests).length;
  if (skipped.length > 0) console.log('\nSkipped (the reason stands in the name):');
  for (const { fullName } of skipped) console.log(`  ${fullName}`);
  console.log(`\n${passed} passed, ${failed} failed, ${skipped.length} skipped`);
}

const built = run(bin('vite'), ['build', '--logLevel', 'warn']);
if (built !== 0) process.exit(built);
const chosen = process.argv.slice(2);
const first = runTests(chosen);
const tested = chosen.length > 0 ? first : testAgain(first);
printSummary(tested.files);
if (tested.status !== 0) console.log('Not everything ran or passed: see the errors above.');
rmSync(folder, { recursive: true, force: true });
process.exit(tested.status);
