import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');

function run(command: string, args: readonly string[]) {
  const { stdout, stderr } = spawnSync(command, args, { cwd: root, encoding: 'utf8', timeout: 170_000 });
  return `${stdout}${stderr}`;
}
const bin = (name: string) => path.join(root, 'node_modules/.bin', name);

test.each(['server', 'src-main', 'src-renderer', 'test'])('has no type error in %s', (folder) => {
  const output = run(bin('tsc'), ['-p', folder]);

  expect(output).toBe('');
});

test('has no lint or format error anywhere', () => {
  const output = run(bin('biome'), [
    'check',
    '--error-on-warnings',
    '--max-diagnostics=20',
    '--colors=off',
    '.',
  ]);

  expect(output).not.toMatch(/Found \d+ (error|warning)/);
});

test('keeps its generated files current', () => {
  const output = run(process.execPath, ['.ci/generate.ts', '--check']);

  expect(output).toBe('');
});

// vi's own waits give up after a second, and a promise that waitForFunction gets is a yes to it: expect.poll does neither.
test('waits for nothing with a limit of a second', () => {
  const hasty = /\bvi\.wait(?:For|Until)\(|\bwaitForFunction\(async\b/;

  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.startsWith('bench'))
    .filter((name) => hasty.test(readFileSync(path.join(import.meta.dirname, name), 'utf8')));

  expect(files).toEqual([]);
});
