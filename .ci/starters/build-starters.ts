import { createHash, type KeyObject } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Channel, type Feed, FeedSchema } from '../../server/contract/starters.ts';
import { isPreRelease } from '../../server/contract/version.ts';
import { readReleaseKey, signText, toCanonical } from '../release-key.ts';
import { type StarterSource, starterSources } from './families.ts';

type Release = {
  /** ISO 8601; midnight of the day in the changelog. */
  readonly releasedAt: string;
  readonly notes: readonly string[];
};

const heading = /^## (\S+) — (\d{4}-\d{2}-\d{2})$/;

/** Reads the date and release notes of a version. Throws if the changelog has no entry for it with both. */
function readChangelog(file: string, version: string): Release {
  const sections = readFileSync(file, 'utf8').split(/^(?=## )/m);
  const section = sections.find((text) => heading.exec(text.split('\n')[0] ?? '')?.[1] === version);
  const day = heading.exec(section?.split('\n')[0] ?? '')?.[2];
  const notes = (section ?? '')
    .split(/^- /m)
    .slice(1)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim());
  if (day === undefined || notes.length === 0)
    throw new Error(
      `${file} has no entry "## ${version} — YYYY-MM-DD" with news below it. Write one for the update feed.`,
    );
  return { releasedAt: `${day}T00:00:00.000Z`, notes };
}

const feedName = 'update-feed.json';

/** Lists files by the code points of their names, so that each build gives the same feed. */
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

/** Writes one starter in the servers' layout: a version folder and a feed per channel, signed if there is a key. */
export function buildStarter(
  source: StarterSource,
  folder: string,
  key: KeyObject | null = readReleaseKey(process.env),
): Feed {
  const { family, minHostVersion } = source;
  const version = source.readVersion();
  const place = path.join(folder, version);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(place, { recursive: true });
  source.writeFiles(place);
  const channel: Channel = isPreRelease(version) ? 'beta' : 'stable';
  const unsigned = FeedSchema.parse({
    slug: `lodestock-${family}`,
    family,
    version,
    channel,
    ...readChangelog(source.changelog, version),
    minHostVersion,
    files: listFiles(place, version),
  });
  const feed = key === null ? unsigned : { ...unsigned, signature: signText(toCanonical(unsigned), key) };
  source.writeListing?.(place, version);
  writeJson(path.join(place, feedName), feed);
  if (channel === 'stable') writeJson(path.join(folder, feedName), feed);
  writeJson(path.join(folder, 'update-feed.beta.json'), feed);
  return feed;
}

export function buildStarters(outDir: string): void {
  for (const source of starterSources) buildStarter(source, path.join(outDir, source.family));
}
