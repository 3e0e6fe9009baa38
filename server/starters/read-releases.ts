import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Feed, FeedSchema, PluginFamily } from '../contract/starters.ts';
import { compareVersions } from '../contract/version.ts';

/** One version of a starter, as it is in its own folder. */
export type Release = {
  readonly feed: Feed;
  readonly folder: string;
  /** Names of the files that may be given out. */
  readonly names: ReadonlySet<string>;
};

const feedName = 'update-feed.json';

function readRelease(folder: string): Release | null {
  try {
    const feed = FeedSchema.parse(JSON.parse(readFileSync(path.join(folder, feedName), 'utf8')));
    const names = new Set(readdirSync(folder).filter((name) => name !== feedName));
    const isWhole = feed.version === path.basename(folder) && feed.files.every(({ name }) => names.has(name));
    return isWhole ? { feed, folder, names } : null;
  } catch {
    return null; // half a copy, or something else that lies there
  }
}

function listFolders(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => path.join(folder, entry.name));
  } catch {
    return [];
  }
}

/** The families that have a folder. */
export const listFamilies = (folder: string): string[] =>
  listFolders(folder)
    .map((place) => path.basename(place))
    .filter((name) => PluginFamily.safeParse(name).success)
    .toSorted();

/** The versions of a starter below a folder, newest first; a folder that is missing has none. */
export function readReleases(folder: string, family: string): Release[] {
  return listFolders(path.join(folder, family))
    .flatMap((place) => readRelease(place) ?? [])
    .filter(({ feed }) => feed.family === family)
    .toSorted((a, b) => compareVersions(b.feed.version, a.feed.version));
}
