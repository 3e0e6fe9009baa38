import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { type Absent, root, runProgram, type Verdict } from './judge.ts';

const Report = z.object({
  testResults: z.array(
    z.object({
      message: z.string(),
      assertionResults: z.array(
        z.object({ title: z.string(), status: z.string(), failureMessages: z.array(z.string()) }),
      ),
    }),
  ),
});

/** Lets a program judge by what the suite does with it; absent where the suite skips all of that. */
export async function runTests(what: string, ...files: readonly string[]): Promise<Verdict | Absent> {
  const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-judge-'));
  const report = path.join(folder, 'report.json');
  const vitest = path.join(root, 'node_modules/vitest/vitest.mjs');
  const args = [vitest, 'run', '--project', 'plugins', '--reporter=json', `--outputFile=${report}`, ...files];
  try {
    const { text } = await runProgram(process.execPath, args, { cwd: root });
    const { testResults } = Report.parse(JSON.parse(readFileSync(report, 'utf8').trim() || text));
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const broken = testResults.flatMap(({ message }) =>
      message === '' ? [] : [message.split('\n')[0] ?? ''],
    );
    const failed = tests.filter(({ status }) => status === 'failed');
    const findings = [
      ...failed.map(({ title, failureMessages: [why = ''] }) => `${title}: ${why.split('\n')[0]}`),
      ...broken,
    ];
    if (passed + findings.length === 0) return { absent: `not installed: ${tests[0]?.title ?? what}` };
    return { figures: `${passed} walks: ${what}`, findings };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
