import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../server/contract/errors.ts';
import { nameProgram } from '../../../server/contract/program-names.ts';
import { sentence } from '../../../server/contract/sentence.ts';
import { type Feed, FeedSchema, type StarterFamily } from '../../../server/contract/starters.ts';
import { readZip } from './read-zip.ts';

export type BundledPlugin = {
  readonly version: string;
  readonly notes: readonly string[];
  /** Files by their path in the install folder. */
  readonly files: ReadonlyMap<string, Buffer>;
};

export const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex');

type Read = (name: string) => Promise<Buffer>;

const readArchive = async ({ files }: Feed, read: Read) =>
  readZip(await read(files.find(({ name }) => name.endsWith('.zip'))?.name ?? ''));

const layouts: Readonly<Record<StarterFamily, (feed: Feed, read: Read) => Promise<Map<string, Buffer>>>> = {
  '3dsmax': async (_feed, read) =>
    new Map([
      ['PackageContents.xml', await read('PackageContents.xml')],
      ['Contents/free3d_installer.ms', await read('free3d_installer.ms')],
    ]),
  unity: async (_feed, read) => new Map([['free3d_online.cs', await read('free3d_online.cs')]]),
  blender: readArchive,
  godot: async (feed, read) => {
    const files = [...(await readArchive(feed, read))];
    return new Map(files.map(([name, content]) => [path.posix.basename(name), content]));
  },
};

async function readFeed(folder: string): Promise<Feed | null> {
  for (const name of ['update-feed.json', 'update-feed.beta.json']) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
    if (text !== null) return FeedSchema.parse(JSON.parse(text));
  }
  return null;
}

/** Reads a plugin that is bundled with the app, and checks each file against its feed; null if there is none. */
export async function readBundledPlugin(
  pluginsDir: string,
  family: StarterFamily,
): Promise<BundledPlugin | null> {
  const folder = path.join(pluginsDir, family);
  try {
    const feed = await readFeed(folder);
    if (!feed) return null;
    const read = async (name: string) => {
      const known = feed.files.find((file) => file.name === name);
      const content = await readFile(path.join(folder, feed.version, name));
      if (hashOf(content) !== known?.sha256) throw new Error(`${name} does not match its feed`);
      return content;
    };
    const files = await layouts[family](feed, read);
    return { version: feed.version, notes: feed.notes, files };
  } catch (cause) {
    const message = sentence`The ${{ app: nameProgram(family) }} plugin that comes with Lodestock is damaged. Reinstall Lodestock.`;
    throw new AppError('CORRUPT_FILE', message, { cause });
  }
}
