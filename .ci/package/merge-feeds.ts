import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { listFeeds, signFeed } from './release.ts';

const Feed = z.looseObject({ version: z.string(), files: z.array(z.looseObject({ url: z.string() })) });

/**
 * Two machines build the apps for the two kinds of Macs, each with a feed. The updater chooses by name from one feed,
 * so the files of both go into the first.
 */
export function mergeFeeds(first: string, second: string): string {
  const [one, other] = [Feed.parse(parse(first)), Feed.parse(parse(second))];
  if (one.version !== other.version)
    throw new Error(`The feeds are of two versions, ${one.version} and ${other.version}.`);
  const urls = new Set(one.files.map(({ url }) => url));
  const doubled = other.files.find(({ url }) => urls.has(url));
  if (doubled !== undefined)
    throw new Error(`Both feeds have ${doubled.url}, so one would replace the other.`);
  return stringify({ ...one, files: [...one.files, ...other.files] });
}

/** Merges each feed of the second folder into the same one of the first, and deletes it. */
export function mergeFolders(first: string, second: string, env: NodeJS.ProcessEnv): void {
  for (const other of listFeeds(second)) {
    const target = path.join(first, path.basename(other));
    writeFileSync(target, mergeFeeds(readFileSync(target, 'utf8'), readFileSync(other, 'utf8')));
    signFeed(target, env);
    for (const file of [other, `${other}.sig`]) rmSync(file, { force: true });
  }
}

if (import.meta.main) {
  const [first = '', second = ''] = process.argv.slice(2);
  mergeFolders(first, second, process.env);
}
