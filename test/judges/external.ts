import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isOnPath } from '../helpers/is-on-path.ts';
import { type Absent, root, runProgram } from './judge.ts';

const source = path.join(root, 'test/judges');
/** Next to the product's own packages, and never part of them. */
const externalFolder = path.join(root, 'node_modules/.cache/judges');
const files = ['package.json', 'package-lock.json'];
const stamp = path.join(externalFolder, 'installed-lock.json');

let installing: Promise<Absent | null> | null = null;

async function install(): Promise<Absent | null> {
  const wanted = readFileSync(path.join(source, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return null;
  mkdirSync(externalFolder, { recursive: true });
  for (const file of files) cpSync(path.join(source, file), path.join(externalFolder, file));
  console.error('Installing the judges of test/judges/package.json …');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { code, text } = await runProgram('npm', args, { cwd: externalFolder });
  if (code !== 0) return { absent: `npm could not install it: ${text.trim().split('\n').at(-1)}` };
  writeFileSync(stamp, wanted);
  return null;
}

/** Installs what test/judges/package.json pins, once; without install scripts. Null once it is there. */
export function requireExternal(): Promise<Absent | null> {
  installing ??= install();
  return installing;
}

export const externalFile = (file: string) => path.join(externalFolder, 'node_modules', file);

/** Null where a program of the system is there. */
export const requireProgram = (program: string, debianPackage = program): Absent | null =>
  isOnPath(program) ? null : { absent: `not installed: apt-get install ${debianPackage}` };
