import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './cache-folder.ts';

const person = 'lodestock-tests';

function makePerson(): void {
  try {
    execFileSync('id', [person], { stdio: 'ignore' });
  } catch {
    execFileSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', person]);
  }
}

/** Chromium's sandbox starts with a helper that belongs to root; where root may not make it so, the system must let Chromium do without. */
function allowSandbox(dist: string): void {
  const helper = path.join(dist, 'chrome-sandbox');
  if (process.getuid?.() !== 0 || !existsSync(helper)) return;
  chownSync(helper, 0, 0);
  chmodSync(helper, 0o4755);
}

/** What stands before a program and its arguments, so that it runs as people run it and ends with the process that started it. */
export function toPerson(): readonly string[] {
  const words = ['setpriv', '--pdeathsig=KILL'];
  if (process.getuid?.() !== 0) return words;
  makePerson();
  return [
    ...words,
    ...[`--reuid=${person}`, `--regid=${person}`, '--clear-groups'],
    // Without the securebit, access(2) would not see what these capabilities open.
    '--securebits=+no_setuid_fixup',
    ...['--inh-caps=+dac_override,+fowner', '--ambient-caps=+dac_override,+fowner'],
  ];
}

/**
 * A program that runs Electron, or an app packaged with it, as people do: not as root, which Chromium's sandbox refuses. The files that the tests have
 * made are open to it all the same.
 */
export function runAsPerson(dist: string, program = 'electron'): string {
  allowSandbox(dist);
  const executable = path.join(dist, program);
  const text = `#!/bin/sh\nexec ${toPerson().join(' ')} "${executable}" "$@"\n`;
  mkdirSync(cacheFolder, { recursive: true });
  const script = path.join(
    cacheFolder,
    `run-${createHash('sha256').update(text).digest('hex').slice(0, 12)}`,
  );
  if (existsSync(script)) return script;
  writeFileSync(`${script}-${process.pid}`, text, { mode: 0o755 });
  renameSync(`${script}-${process.pid}`, script);
  return script;
}
