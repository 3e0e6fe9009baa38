import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { compareVersions } from '../../server/contract/version.ts';
import type { StarterTarget } from '../ipc/starters-contract.ts';
import { type BundledStarter, hashOf } from './bundled-starter.ts';
import type { FoundHost } from './found-host.ts';
import type { InstallRecord } from './install-record.ts';

/** The file of each starter that names its version. */
const versionFiles = {
  '3dsmax': 'Contents/free3d_installer.ms',
  unity: 'free3d_online.cs',
  blender: 'blender_manifest.toml',
} as const;
const versionPattern = /\bversion = "(\d+\.\d+\.\d+[^"]*)"/i;

type Judgement = Pick<StarterTarget, 'state' | 'version' | 'message'>;
type Facts = {
  readonly bundle: BundledStarter;
  readonly record: InstallRecord | null;
  readonly previousDir: string;
};

const isLink = (file: string) =>
  lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
const readContent = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);

/** Paths below the place that belong to the starter: those of this version and those of the version that was put there. */
export const ownPaths = ({ bundle, record }: Pick<Facts, 'bundle' | 'record'>): string[] => [
  ...new Set([...bundle.files.keys(), ...Object.keys(record?.files ?? {})]),
];

const blocked = (message: string): Judgement => ({ state: 'blocked', version: null, message });

/** What lies in a place, compared with what comes with the app and with what the app put there. */
export async function judgeTarget(host: FoundHost, facts: Facts): Promise<Judgement> {
  const { family, place, fault } = host;
  if (fault !== undefined) return blocked(fault);
  const { bundle, record, previousDir } = facts;
  const files = ownPaths(facts).map((name) => ({ name, file: path.join(place, ...name.split('/')) }));
  const links = await Promise.all([place, ...files.map(({ file }) => file)].map(isLink));
  if (links.includes(true))
    return blocked(`${place} is a link or holds one, so it is left to whoever made it.`);
  const found = await Promise.all(
    files.map(async ({ name, file }) => ({ name, content: await readContent(file) })),
  );
  const there = found.filter(({ content }) => content !== null);
  if (there.length === 0) return { state: 'absent', version: null, message: null };

  const hashes = new Map(there.map(({ name, content }) => [name, hashOf(content ?? Buffer.alloc(0))]));
  const main = there.find(({ name }) => name === versionFiles[family])?.content?.toString('utf8') ?? '';
  const version = versionPattern.exec(main)?.[1];
  if (version === undefined)
    return blocked(`${place} holds files that are not Lodestock's. Move them away, then install.`);
  const isAs = (wanted: ReadonlyMap<string, string>) =>
    hashes.size === wanted.size && [...wanted].every(([name, hash]) => hashes.get(name) === hash);
  const offered = new Map([...bundle.files].map(([name, content]) => [name, hashOf(content)]));
  if (isAs(offered)) return { state: 'installed', version, message: null };
  const isAsPut = record !== null && isAs(new Map(Object.entries(record.files)));
  const isKnownVersion = version === bundle.version || version === record?.version;
  if (!isAsPut && isKnownVersion)
    return {
      ...{ state: 'changed', version },
      message: `It was changed by hand. Installing replaces it, and keeps what is there in ${previousDir}.`,
    };
  const isOlder = compareVersions(bundle.version, version) > 0;
  return { state: isOlder ? 'outdated' : 'installed', version, message: null };
}
