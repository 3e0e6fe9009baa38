import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { renamePatientlySync } from '../base/storage/rename-patiently.ts';
import { codeOf } from '../base/storage/storage-fault.ts';
import { type Channel, starterFamilies } from '../contract/starters.ts';
import { isPreRelease } from '../contract/version.ts';
import { listFamilies, type Release, readReleases } from './read-releases.ts';
import type { StarterPins } from './starter-pins.ts';

export type StarterStore = ReturnType<typeof createStarterStore>;

type Parts = {
  /** Folder of the plugins built with this version of Lodestock. */
  readonly builtDir: string;
  /** Folder of every version that this server ever came with. */
  readonly keptDir: string;
  readonly pins: StarterPins;
};

/** Copies a built version; the copy appears complete or not at all. */
function keep({ folder }: Release, place: string) {
  // A unique name, because another process may be starting on the same data folder.
  const part = `${place}.${randomUUID()}.part`;
  mkdirSync(part, { recursive: true });
  try {
    // Not cpSync: it does not work on folders in Electron's archive, where the app has the built versions.
    for (const name of readdirSync(folder))
      writeFileSync(path.join(part, name), readFileSync(path.join(folder, name)));
    rmSync(place, { recursive: true, force: true });
    renamePatientlySync(part, place);
  } catch (error) {
    if (codeOf(error) !== 'ENOTEMPTY') throw error; // another process was faster with the same files
  } finally {
    rmSync(part, { recursive: true, force: true });
  }
}

const isSame = (first: Release, second: Release | undefined) =>
  JSON.stringify(first.feed) === JSON.stringify(second?.feed) && first.names.size === second?.names.size;

/** The stored versions of a plugin, after adding those from the build. */
function takeIn(family: string, { builtDir, keptDir }: Parts): Release[] {
  const known = readReleases(keptDir, family);
  const isKept = (built: Release) =>
    isSame(
      built,
      known.find(({ feed }) => feed.version === built.feed.version),
    );
  const fresh = readReleases(builtDir, family).filter((built) => !isKept(built));
  for (const built of fresh) keep(built, path.join(keptDir, family, built.feed.version));
  return fresh.length === 0 ? known : readReleases(keptDir, family);
}

/** The stored versions of plugins, and which of them are offered. Read once, at startup. */
export function createStarterStore(parts: Parts) {
  const kept = new Map<string, Release[]>(starterFamilies.map((family) => [family, takeIn(family, parts)]));
  for (const family of listFamilies(parts.keptDir).filter((name) => !kept.has(name))) {
    const releases = readReleases(parts.keptDir, family);
    if (releases.length > 0) kept.set(family, releases);
  }
  const list = (family: string) => kept.get(family) ?? [];
  const find = (family: string, version: string) =>
    list(family).find(({ feed }) => feed.version === version) ?? null;
  const newest = (family: string, channel: Channel) =>
    list(family).find(({ feed }) => channel === 'beta' || !isPreRelease(feed.version)) ?? null;

  function offered(family: string, channel: Channel): Release | null {
    const pin = parts.pins.read(family);
    return (pin && find(family, pin.version)) ?? newest(family, channel);
  }
  return {
    /** Our own families, then others found in the data folder. */
    families: () => [...kept.keys()],
    /** The version that a channel currently offers; null if there is none. */
    offered,
    find,
    /** Whether a version is pinned although this server has a newer one. */
    isRollback: (family: string, version: string) =>
      parts.pins.read(family)?.version === version && list(family)[0]?.feed.version !== version,
    state(family: string) {
      const pin = parts.pins.read(family);
      return {
        family,
        versions: list(family).map(({ feed }) => feed.version),
        stable: offered(family, 'stable')?.feed.version ?? null,
        beta: offered(family, 'beta')?.feed.version ?? null,
        pinned: pin?.version ?? null,
        pinnedAt: pin?.pinnedAt ?? null,
      };
    },
  };
}
