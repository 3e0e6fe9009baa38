import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Feed, FeedSchema, PluginFamily } from '../contract/starters.ts';
import { compareVersions } from '../contract/version.ts';

/** One version of a plugin, in its own folder. */
export type Release = {
  readonly feed: Feed;
  readonly folder: string;
  /** Names of the files that can be downloaded. */
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
    return null; // a partial copy, or something else
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

export const listFamilies = (folder: string): string[] =>
  listFolders(folder)
    .map((place) => path.basename(place))
    .filter((name) => PluginFamily.safeParse(name).success)
    .toSorted();

/** The versions of a plugin in a folder, newest first; none if the folder is missing. */
export function readReleases(folder: string, family: string): Release[] {
  return listFolders(path.join(folder, family))
    .flatMap((place) => readRelease(place) ?? [])
    .filter(({ feed }) => feed.family === family)
    .toSorted((a, b) => compareVersions(b.feed.version, a.feed.version));
}
