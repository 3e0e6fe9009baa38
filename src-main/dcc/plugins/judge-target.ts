import { lstat, readFile } from 'node:fs/promises';
import { sentence, type Words } from '../../../server/contract/sentence.ts';
import { compareVersions } from '../../../server/contract/version.ts';
import type { PluginTarget } from '../../platform/ipc/dcc-contract.ts';
import { inFolder } from '../../platform/storage/files.ts';
import type { FoundApp } from '../apps/dcc-app.ts';
import { type BundledPlugin, hashOf } from './bundled-plugin.ts';
import type { InstallRecord } from './install-record.ts';

/** The file of each plugin that contains its version. */
const versionFiles = {
  '3dsmax': 'Contents/free3d_installer.ms',
  unity: 'free3d_online.cs',
  blender: 'blender_manifest.toml',
  godot: 'plugin.cfg',
} as const;
const versionPattern = /\bversion ?= ?"(\d+\.\d+\.\d+[^"]*)"/i;

type Judgement = Pick<PluginTarget, 'state' | 'version' | 'message'>;
type Facts = {
  readonly bundle: BundledPlugin;
  readonly record: InstallRecord | null;
  readonly previousDir: string;
};

const isLink = (file: string) =>
  lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
const readContent = (file: string): Promise<Buffer | null> => readFile(file).catch(() => null);

/** Returns the paths of both the bundled and the installed version. */
export const ownPaths = ({ bundle, record }: Pick<Facts, 'bundle' | 'record'>): string[] => [
  ...new Set([...bundle.files.keys(), ...Object.keys(record?.files ?? {})]),
];

const blocked = (message: Words): Judgement => ({ state: 'blocked', version: null, message });

/** Compares a plugin's folder with the bundled version and with the install record. */
export async function judgeTarget(app: FoundApp, facts: Facts): Promise<Judgement> {
  const { family, place, fault } = app;
  if (fault !== undefined) return blocked(fault);
  const { bundle, record, previousDir } = facts;
  const files = ownPaths(facts).map((name) => ({ name, file: inFolder(place, name) }));
  const links = await Promise.all([place, ...files.map(({ file }) => file)].map(isLink));
  if (links.includes(true))
    return blocked(sentence`${{ place }} is a link or contains one, so Lodestock leaves it alone.`);
  const found = await Promise.all(
    files.map(async ({ name, file }) => ({ name, content: await readContent(file) })),
  );
  const there = found.filter(({ content }) => content !== null);
  if (there.length === 0) return { state: 'absent', version: null, message: null };

  const hashes = new Map(there.map(({ name, content }) => [name, hashOf(content ?? Buffer.alloc(0))]));
  const main = there.find(({ name }) => name === versionFiles[family])?.content?.toString('utf8') ?? '';
  const version = versionPattern.exec(main)?.[1];
  if (version === undefined)
    return blocked(
      sentence`${{ place }} contains files that are not Lodestock's. Move them elsewhere, then install the plugin.`,
    );
  const matches = (wanted: ReadonlyMap<string, string>) =>
    hashes.size === wanted.size && [...wanted].every(([name, hash]) => hashes.get(name) === hash);
  const offered = new Map([...bundle.files].map(([name, content]) => [name, hashOf(content)]));
  if (matches(offered)) return { state: 'installed', version, message: null };
  const isAsInstalled = record !== null && matches(new Map(Object.entries(record.files)));
  const isKnownVersion = version === bundle.version || version === record?.version;
  if (!isAsInstalled && isKnownVersion)
    return {
      ...{ state: 'changed', version },
      message: sentence`It was edited by hand. Installing replaces it and keeps a copy in ${{ place: previousDir }}.`,
    };
  const isOlder = compareVersions(bundle.version, version) > 0;
  return { state: isOlder ? 'outdated' : 'installed', version, message: null };
}
