import { readFileSync } from 'node:fs';
import { z } from 'zod';

const Lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      license: z.string().optional(),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

/** Licences whose terms let us ship the package, or build with it, under ours. SPDX names. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MPL-2.0',
  'Python-2.0',
  'Unlicense',
  'WTFPL',
  'Zlib',
]);

/** Packages whose manifest does not name its licence in SPDX's words, with what their files say. */
export const readByHand: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/inspector':
    'its manifest points to LICENSE, which is MIT (older parts) and Apache-2.0',
  'sqlite-vec': 'its manifest says "MIT OR Apache", its files are MIT and Apache-2.0',
  'sqlite-vec-darwin-arm64': 'as sqlite-vec',
  'sqlite-vec-darwin-x64': 'as sqlite-vec',
  'sqlite-vec-linux-arm64': 'as sqlite-vec',
  'sqlite-vec-linux-x64': 'as sqlite-vec',
  'sqlite-vec-windows-x64': 'as sqlite-vec',
};

/** Libraries that others load at run time and that anybody may exchange, as the LGPL wants; their texts go with the app. */
const exchangeable = /^@img\/sharp-/;

/** Packages that want to run a script when they are installed. None of them needs it: they all work without. */
export const withInstallScripts: Readonly<Record<string, string>> = {
  '@modelcontextprotocol/inspector': 'a development tool; its command line needs no script',
  // npm takes its binding.gyp for one, in some lockfiles only.
  'better-sqlite3': 'its packed builds are used, and allowScripts forbids a build',
  'electron-winstaller': 'only makes Squirrel installers, which we do not build',
  keytar: '@github/keytar, whose packed builds are used',
  protobufjs: 'its script only warns about versions; onnxruntime-web has it for WebGL, which we leave out',
};

/** Whether an SPDX expression can be met: one side of OR, both sides of AND. */
export function isAllowed(expression: string, more: readonly string[] = []): boolean {
  const plain = expression.replaceAll(/^\(|\)$/g, '');
  if (/[()]/.test(plain)) return false;
  return plain
    .split(' OR ')
    .some((side) =>
      side.split(' AND ').every((name) => allowed.has(name.trim()) || more.includes(name.trim())),
    );
}

type PackageFacts = {
  readonly packages: number;
  /** Licence as it is written → number of packages. */
  readonly licences: ReadonlyMap<string, number>;
  readonly findings: readonly string[];
};

const isFine = (name: string, license: string) =>
  isAllowed(license, exchangeable.test(name) ? ['LGPL-3.0-or-later'] : []);

/** The licences and install scripts in a lockfile, and which of them lack approval. */
export function judgePackages(lockfile: string): PackageFacts {
  const { packages } = Lock.parse(JSON.parse(readFileSync(lockfile, 'utf8')));
  const found = Object.entries(packages)
    .filter(([place]) => place !== '')
    .map(([place, facts]) => ({ name: place.replace(/^.*node_modules\//, ''), ...facts }));
  const licences = new Map<string, number>();
  for (const { license = 'none' } of found) licences.set(license, (licences.get(license) ?? 0) + 1);
  const refused = found
    .filter(({ name, license = '' }) => !isFine(name, license) && readByHand[name] === undefined)
    .map(({ name, license = 'none' }) => `${name} has the licence "${license}", which is not on the list.`);
  const scripted = found
    .filter(({ name, hasInstallScript }) => hasInstallScript && withInstallScripts[name] === undefined)
    .map(({ name }) => `${name} has an install script that nobody has agreed to.`);
  return { packages: found.length, licences, findings: [...new Set([...refused, ...scripted])] };
}
