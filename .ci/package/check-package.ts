import { closeSync, openSync, readdirSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { readTarget, type Target, targetBytes } from './read-target.ts';

type AsarEntry = { readonly files?: Readonly<Record<string, AsarEntry>>; readonly unpacked?: boolean };
type AsarFile = { readonly path: string; readonly isUnpacked: boolean };

function* walkAsar(entry: AsarEntry, path: string): Generator<AsarFile> {
  if (entry.files === undefined) yield { path, isUnpacked: entry.unpacked === true };
  for (const [name, child] of Object.entries(entry.files ?? {}))
    yield* walkAsar(child, path === '' ? name : `${path}/${name}`);
}

/** Lists the files of an Electron archive from its header: four numbers, of which the last is the JSON's length. */
function listAsar(archive: string): readonly AsarFile[] {
  const descriptor = openSync(archive, 'r');
  try {
    const numbers = Buffer.alloc(16);
    readSync(descriptor, numbers);
    const header = Buffer.alloc(numbers.readUInt32LE(12));
    readSync(descriptor, header, 0, header.length, 16);
    return [...walkAsar(JSON.parse(header.toString('utf8')), '')];
  } finally {
    closeSync(descriptor);
  }
}

/** The app starts without them, but then fails: server, keychain, sign-in, search by meaning, pictures. */
const listNatives = (platform: string) => [
  'node_modules/better-sqlite3/prebuilds/*.node',
  'node_modules/keytar/prebuilds/*/*.node',
  'node_modules/@node-rs/argon2-*/*.node',
  'node_modules/sqlite-vec-*/vec0.*',
  // On Linux, pictures are processed in WebAssembly.
  ...(platform === 'linux' ? [] : ['node_modules/@img/sharp-*/lib/*.node']),
];

function readStart(file: string): Buffer {
  const bytes = Buffer.alloc(targetBytes);
  const descriptor = openSync(file, 'r');
  try {
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** Returns the globs of contents.txt for a system; every file must match one, and each must match a file. */
export function readContents(platform: string): readonly string[] {
  const lines = readFileSync(path.join(import.meta.dirname, 'contents.txt'), 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [systems, glob] = line.includes(' ') ? line.split(' ') : [platform, line];
    const isHere = line !== '' && !line.startsWith('#') && systems?.split(',').includes(platform);
    return isHere && glob !== undefined ? [glob] : [];
  });
}

/** Returns the faults of a packaged app, a sentence each: too much, too little, or built for another system. */
export function findFaults(
  resources: string,
  { platform, arch }: Target,
  contents = readContents(platform),
): readonly string[] {
  const files = listAsar(path.join(resources, 'app.asar')).map((file) => file.path);
  const loose = readdirSync(resources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(resources, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const unpacked = loose.filter((file) => file.startsWith('app.asar.unpacked/'));
  const matches = (file: string) => contents.filter((glob) => path.matchesGlob(file, glob));
  const used = new Set(files.flatMap(matches));
  const binaries = unpacked.flatMap((file) => {
    const target = readTarget(readStart(path.join(resources, file)));
    return target === null ? [] : [{ file: file.slice('app.asar.unpacked/'.length), target }];
  });
  const isFor = ({ target }: { target: Target }) => target.platform === platform && target.arch === arch;
  return [
    ...files
      .filter((file) => matches(file).length === 0)
      .map((file) => `${file} is inside, but not in .ci/package/contents.txt.`),
    ...contents
      .filter((glob) => !used.has(glob))
      .map((glob) => `${glob} of .ci/package/contents.txt matches nothing inside.`),
    ...binaries
      .filter((binary) => !isFor(binary))
      .map(
        ({ file, target }) => `${file} is for ${target.platform}-${target.arch}, not ${platform}-${arch}.`,
      ),
    ...listNatives(platform)
      .filter((glob) => !binaries.some((binary) => isFor(binary) && path.matchesGlob(binary.file, glob)))
      .map((glob) => `${glob} for ${platform}-${arch} is missing.`),
    ...['LICENSE.txt', 'THIRD-PARTY-NOTICES.txt', 'sbom.cdx.json']
      .filter((name) => !loose.includes(`legal/${name}`))
      .map((name) => `legal/${name} is missing.`),
  ];
}

/** electron-builder's values for its hooks; architectures are numbers. */
type Packed = {
  readonly appOutDir: string;
  readonly electronPlatformName: string;
  readonly arch: number;
  readonly packager: { readonly appInfo: { readonly productFilename: string } };
};
const archs = ['ia32', 'x64', 'armv7l', 'arm64', 'universal'] as const;

/** Called by electron-builder between packing and building installers. Throws unless the contents are as expected. */
export default function checkPackage({ appOutDir, electronPlatformName, arch, packager }: Packed): void {
  const inside = `${packager.appInfo.productFilename}.app/Contents/Resources`;
  const resources = path.join(appOutDir, electronPlatformName === 'darwin' ? inside : 'resources');
  const faults = findFaults(resources, { platform: electronPlatformName, arch: archs[arch] ?? 'unknown' });
  if (faults.length === 0) return;
  throw new Error(
    `The package is not what it should be. Make each target on a machine of its own kind, after npm ci.\n${faults.join('\n')}`,
  );
}
