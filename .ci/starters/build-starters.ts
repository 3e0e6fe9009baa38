import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Channel, type Feed, FeedSchema } from '../../server/contract/starters.ts';
import { isPreRelease } from '../../server/contract/version.ts';
import { type StarterSource, starterSources } from './families.ts';
import { readChangelog } from './read-changelog.ts';

const feedName = 'update-feed.json';

/** Files by code point of their names, so that each build gives the same feed. */
function listFiles(folder: string, version: string): Feed['files'] {
  return readdirSync(folder)
    .toSorted()
    .map((name) => {
      const content = readFileSync(path.join(folder, name));
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { name, url: `${version}/${name}`, sizeBytes: content.length, sha256 };
    });
}

const writeJson = (file: string, value: unknown) =>
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);

/** Writes one starter as servers keep it: a folder for its version, and a feed for each channel that it is for. */
export function buildStarter(source: StarterSource, folder: string): Feed {
  const { family, minHostVersion } = source;
  const version = source.readVersion();
  const place = path.join(folder, version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  source.writeFiles(place);
  const channel: Channel = isPreRelease(version) ? 'beta' : 'stable';
  const feed = FeedSchema.parse({
    slug: `lodestock-${family}`,
    family,
    version,
    channel,
    ...readChangelog(source.changelog, version),
    minHostVersion,
    files: listFiles(place, version),
  });
  source.writeListing?.(place, version);
  writeJson(path.join(place, feedName), feed);
  if (channel === 'stable') writeJson(path.join(folder, feedName), feed);
  writeJson(path.join(folder, 'update-feed.beta.json'), { ...feed, channel: 'beta' });
  return feed;
}

/** Builds every starter into a folder of its own below `outDir`. */
export function buildStarters(outDir: string): void {
  for (const source of starterSources) buildStarter(source, path.join(outDir, source.family));
}
