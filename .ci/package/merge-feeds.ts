import { readFileSync, writeFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { signFeed } from './release.ts';

const Feed = z.looseObject({ version: z.string(), files: z.array(z.looseObject({ url: z.string() })) });

/**
 * Two machines make the apps for the two kinds of Macs, and a feed each. The updater chooses from one feed by names:
 * the files of both go into the first.
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

if (import.meta.main) {
  const [target = '', other = ''] = process.argv.slice(2);
  writeFileSync(target, mergeFeeds(readFileSync(target, 'utf8'), readFileSync(other, 'utf8')));
  signFeed(target, process.env);
}
