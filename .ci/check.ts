import { spawn } from 'node:child_process';
import path from 'node:path';

/** Runs all static checks: seconds if little has changed. */
const root = path.resolve(import.meta.dirname, '..');
const at = (...parts: string[]) => path.join(root, ...parts);
const inModules = (file: string) => at('node_modules', file);

type Check = { readonly name: string; readonly program: string; readonly args: readonly string[] };

export const staticChecks: readonly Check[] = [
  // Builds projects one at a time; several checkers would each derive the same types again.
  {
    name: 'types',
    program: inModules('typescript/bin/tsc'),
    args: ['--build', '--pretty', '--checkers', '1'],
  },
  {
    name: 'lint and format',
    program: inModules('@biomejs/biome/bin/biome'),
    args: ['check', '--error-on-warnings', '--max-diagnostics=20', '.'],
  },
  { name: 'generated files', program: at('.ci/generate.ts'), args: ['--check'] },
  { name: 'budget', program: at('.ci/budget.ts'), args: [] },
];

const walls: Check = {
  name: 'architecture and docs',
  program: inModules('vitest/vitest.mjs'),
  args: [
    'run',
    '--project',
    'unit',
    '--reporter',
    'dot',
    'test/architecture.test.ts',
    'test/docs.test.ts',
    'test/recipes.test.ts',
    'test/static-checks.test.ts',
  ],
};

function runCheck({ program, args }: Check): Promise<{ readonly isFine: boolean; readonly said: string }> {
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => said.push(text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ isFine: code === 0, said: said.join('') }));
  });
}

/** Runs checks in parallel, prints the output of failed ones, and returns whether all passed. */
export async function runChecks(
  checks: readonly Check[],
  tell: (text: string) => void = console.log,
): Promise<boolean> {
  const start = performance.now();
  const results = await Promise.all(
    checks.map(async (check) => {
      const { isFine, said } = await runCheck(check);
      const seconds = ((performance.now() - start) / 1000).toFixed(1);
      tell(`${isFine ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
      if (!isFine) tell(said.trimEnd());
      return isFine;
    }),
  );
  return results.every((isFine) => isFine);
}

if (import.meta.main && !(await runChecks([...staticChecks, walls]))) process.exitCode = 1;
