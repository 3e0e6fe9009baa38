import { parse } from 'yaml';
import { z } from 'zod';
import { Version } from '../contract/version.ts';

/** A feed's name, as electron-updater requests it: the channel, then the platform. */
const feedName = /^(latest|beta|alpha)(-mac|-linux(?:-[a-z0-9]{1,12})?)?\.yml$/;

/** Channel and platform of a feed: `latest` and `-linux-arm64` for `latest-linux-arm64.yml`; null for other names. */
export function readFeedName(name: string): { readonly channel: string; readonly platform: string } | null {
  const [found, channel = '', platform = ''] = feedName.exec(name) ?? [];
  return found === undefined ? null : { channel, platform };
}

const titles: Readonly<Record<string, string>> = { '': 'Windows', '-mac': 'macOS', '-linux': 'Linux' };
export const titleOf = (platform: string) => titles[platform] ?? `Linux (${platform.replace('-linux-', '')})`;

/** A file name that is valid on every system, leads nowhere else, and is not one of ours. */
const FileName = z
  .string()
  .max(200)
  .regex(/^[^\\/:*?"<>|\p{Cc}]+$/u, 'is not a file name')
  .refine(
    (name) => !/^\.|[. ]$/.test(name) && !/\.(ya?ml|json)$/i.test(name),
    'is not the name of a package',
  );
const Sha512 = z
  .base64({ error: 'has no SHA-512' })
  .refine((text) => Buffer.from(text, 'base64').length === 64, 'has no SHA-512');
const FeedText = z.looseObject({
  version: Version,
  files: z
    .array(z.looseObject({ url: FileName, sha512: Sha512, size: z.number().int().min(1).optional() }))
    .min(1)
    .max(20),
  path: FileName.optional(),
});

export type FeedFile = { readonly name: string; readonly sha512: string; readonly sizeBytes: number | null };
export type ReleaseFeed = { readonly version: string; readonly files: readonly FeedFile[] };

/** Parses electron-builder's list of a release's files. Throws a sentence that names the feed. */
export function readFeed(name: string, text: string): ReleaseFeed {
  const read = FeedText.safeParse(parseYaml(name, text));
  if (!read.success) {
    const [issue] = read.error.issues;
    const place = issue?.path.join('.') || 'it';
    throw new Error(
      `${name} is not the feed of a release: ${place}: ${issue?.message}. Build the release again.`,
    );
  }
  const { version, files, path } = read.data;
  // Older versions of the app use the file in `path`.
  if (path !== undefined && !files.some(({ url }) => url === path))
    throw new Error(`${name} names ${path}, but not its SHA-512. Build the release again.`);
  return {
    version,
    files: files.map(({ url, sha512, size }) => ({ name: url, sha512, sizeBytes: size ?? null })),
  };
}

function parseYaml(name: string, text: string): unknown {
  try {
    return parse(text, { maxAliasCount: 0 });
  } catch (cause) {
    throw new Error(`${name} is not YAML. Copy the release once more.`, { cause });
  }
}
