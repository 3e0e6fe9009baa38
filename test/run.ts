import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Builds, runs every test, and ends with how many passed, failed and were skipped, and why. */
const root = path.resolve(import.meta.dirname, '..');
const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-results-'));
const results = path.join(folder, 'results.json');
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' }).status ?? 1;

type Assertion = { readonly status: string; readonly fullName: string };
type Report = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly Assertion[];
  }[];
};

function printSummary(report: Report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const skipped = report.testResults.flatMap((file) =>
    file.assertionResults.filter((test) => test.status === 'skipped' || test.status === 'pending'),
  );
  if (skipped.length > 0) console.log('\nSkipped (the reason stands in the name):');
  for (const { fullName } of skipped) console.log(`  ${fullName}`);
  const failed = report.numFailedTests + broken.length;
  console.log(`\n${report.numPassedTests} passed, ${failed} failed, ${skipped.length} skipped`);
}

const built = run(bin('vite'), ['build', '--logLevel', 'warn']);
if (built !== 0) process.exit(built);
const tested = run(bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${results}`,
  ...process.argv.slice(2),
]);
printSummary(JSON.parse(readFileSync(results, 'utf8')));
if (tested !== 0) console.log('Not everything ran or passed: see the errors above.');
rmSync(folder, { recursive: true, force: true });
process.exit(tested);
