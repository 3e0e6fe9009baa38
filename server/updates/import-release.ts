import { createHash, randomUUID } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { renamePatiently } from '../base/storage/rename-patiently.ts';
import { codeOf } from '../base/storage/storage-fault.ts';
import { releaseKeys } from '../contract/release-keys.ts';
import { judgeSignature } from '../contract/release-signature.ts';
import { type FeedFile, type ReleaseFeed, readFeed, readFeedName } from './read-feed.ts';
import { createReleaseStore, markHeld, noteName, type ReleaseNote } from './release-store.ts';

type Wish = {
  /** Folder with the files of a release, as built by electron-builder or downloaded. */
  readonly source: string;
  readonly root: string;
  readonly isHeld: boolean;
  readonly mayBeUnsigned?: boolean;
  /** Public keys, one of which must have signed it; if empty, no signature is required. */
  readonly keys?: readonly string[];
  /** ISO time. */
  readonly at: string;
  readonly note?: (line: string) => void;
};
type Found = {
  readonly platform: string;
  readonly name: string;
  readonly feed: ReleaseFeed;
  readonly text: string;
  readonly signature: string | null;
};

const channels = ['latest', 'beta', 'alpha'];
/** Milliseconds after which leftovers of a killed import are deleted. */
const abandonedAfter = 24 * 60 * 60 * 1000;

function listNames(source: string): readonly string[] {
  try {
    return readdirSync(source);
  } catch (cause) {
    const why = codeOf(cause) === 'ENOTDIR' ? 'is not a folder' : 'cannot be read';
    throw new Error(
      `${source} ${why}. Name the folder with the files of a release and its latest*.yml or beta*.yml.`,
      {
        cause,
      },
    );
  }
}

/** One feed per platform; if a build has several channels, the first of them. */
function readFeeds(source: string): readonly Found[] {
  const named = listNames(source).flatMap((name) => {
    const read = readFeedName(name);
    return read ? [{ name, ...read }] : [];
  });
  const platforms = [...new Set(named.map(({ platform }) => platform))];
  const feeds = platforms.flatMap((platform) => {
    const [first] = named
      .filter((one) => one.platform === platform)
      .toSorted((a, b) => channels.indexOf(a.channel) - channels.indexOf(b.channel));
    if (first === undefined) return [];
    const { name } = first;
    const place = path.join(source, name);
    const text = readFileSync(place, 'utf8');
    const signature = existsSync(`${place}.sig`) ? readFileSync(`${place}.sig`, 'utf8') : null;
    return [{ platform, name, feed: readFeed(name, text), text, signature }];
  });
  const versions = [...new Set(feeds.map(({ feed }) => feed.version))];
  if (versions.length === 0)
    throw new Error(
      `${source} has no feed, such as latest.yml, latest-mac.yml or beta-linux.yml, so there is no release in it.`,
    );
  if (versions.length > 1)
    throw new Error(
      `${source} has feeds of several versions, ${versions.join(' and ')}. Import one at a time.`,
    );
  return feeds;
}

async function refuseUntrusted(
  { name, text, signature }: Found,
  { keys = releaseKeys, mayBeUnsigned }: Wish,
): Promise<void> {
  const verdict = await judgeSignature(text, signature, keys);
  if (verdict === 'forged')
    throw new Error(`${name}.sig is not the signature of ${name} by the makers. Copy the release once more.`);
  if (verdict === 'unsigned' && keys.length > 0 && !mayBeUnsigned)
    throw new Error(
      `${name} is not signed: ${name}.sig is missing. Copy it too, or add --unsigned for a release that you built yourself.`,
    );
}

/** All files named in the feeds; a file in two feeds must be identical. */
function listFiles(feeds: readonly Found[]): readonly FeedFile[] {
  const files = new Map<string, FeedFile>();
  for (const { name: feedName, feed } of feeds)
    for (const file of feed.files) {
      const known = files.get(file.name);
      if (known && known.sha512 !== file.sha512)
        throw new Error(
          `${feedName} has another SHA-512 for ${file.name} than another feed. Build the release again.`,
        );
      files.set(file.name, file);
    }
  return [...files.values()];
}

/** Copies a file and returns its facts; synced, because an offered release must survive a power cut. */
async function copy(from: string, to: string) {
  const target = await open(to, 'wx', 0o644);
  const [sha512, sha256] = [createHash('sha512'), createHash('sha256')];
  let sizeBytes = 0;
  try {
    for await (const chunk of createReadStream(from, { highWaterMark: 1024 * 1024 })) {
      sha512.update(chunk);
      sha256.update(chunk);
      sizeBytes += chunk.length;
      await target.writeFile(chunk);
    }
    await target.sync();
  } finally {
    await target.close();
  }
  return { sizeBytes, sha512: sha512.digest('base64'), sha256: sha256.digest('hex') };
}

async function takeFile(source: string, part: string, file: FeedFile): Promise<ReleaseNote['files']> {
  const from = path.join(source, file.name);
  if (!statSync(from, { throwIfNoEntry: false })?.isFile())
    throw new Error(
      `${file.name} is missing in ${source}, although the release needs it. Copy all of its files.`,
    );
  const { sizeBytes, sha512, sha256 } = await copy(from, path.join(part, file.name));
  if (sha512 !== file.sha512 || (file.sizeBytes !== null && file.sizeBytes !== sizeBytes))
    throw new Error(`${file.name} is not the file of the release: its SHA-512 differs. Copy it once more.`);
  const taken = [{ name: file.name, sizeBytes, sha256 }];
  // Apps use it to fetch only what changed; the assembled result must match the same SHA-512.
  const blockMap = `${file.name}.blockmap`;
  if (!existsSync(path.join(source, blockMap))) return taken;
  const map = await copy(path.join(source, blockMap), path.join(part, blockMap));
  return [...taken, { name: blockMap, sizeBytes: map.sizeBytes, sha256: map.sha256 }];
}

function sweepAbandoned(root: string): void {
  for (const name of readdirSync(root).filter((one) => one.startsWith('.'))) {
    const place = path.join(root, name);
    const since = Date.now() - (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (since > abandonedAfter) rmSync(place, { recursive: true, force: true });
  }
}

/** Refuses to replace files of other releases: apps still request them for differential updates. */
function refuseOtherContent(files: ReleaseNote['files'], root: string, version: string): void {
  const others = createReleaseStore(root).list();
  for (const { name, sha256 } of files)
    for (const other of others)
      if (other.files.some((one) => one.name === name && one.sha256 !== sha256))
        throw new Error(
          `${name} of ${version} is another file than that of ${other.version}, which is kept here under the same name. Put the version into the names of files.`,
        );
}

/** Imports one release of the desktop app: complete, with every SHA-512 correct, or not at all. Throws a sentence. */
export async function importRelease(wish: Wish): Promise<ReleaseNote> {
  const { source, root, isHeld, at, note = () => {} } = wish;
  const feeds = readFeeds(source);
  for (const feed of feeds) await refuseUntrusted(feed, wish);
  const { version } = feeds[0]?.feed ?? { version: '' };
  const target = path.join(root, version);
  if (existsSync(target))
    throw new Error(
      `Release ${version} is here already, and a release never changes. Remove it first, to import it again.`,
    );
  mkdirSync(root, { recursive: true, mode: 0o700 });
  sweepAbandoned(root);
  const part = path.join(root, `.part-${randomUUID()}`);
  mkdirSync(part, { mode: 0o700 });
  try {
    const files: ReleaseNote['files'] = [];
    for (const file of listFiles(feeds)) {
      note(`${file.name} …`);
      files.push(...(await takeFile(source, part, file)));
    }
    refuseOtherContent(files, root, version);
    // Writes the text that was verified: the file may have been replaced since.
    for (const { name, text, signature } of feeds) {
      await writeFile(path.join(part, name), text, { mode: 0o644, flush: true });
      if (signature !== null)
        await writeFile(path.join(part, `${name}.sig`), signature, { mode: 0o644, flush: true });
    }
    const release: ReleaseNote = {
      version,
      importedAt: at,
      feeds: Object.fromEntries(feeds.map(({ platform, name }) => [platform, name])),
      files,
    };
    if (isHeld) markHeld(part);
    const text = JSON.stringify(release, null, 2);
    await writeFile(path.join(part, noteName), text, { flag: 'wx', mode: 0o644, flush: true });
    await renamePatiently(part, target);
    return release;
  } finally {
    rmSync(part, { recursive: true, force: true, maxRetries: 5 });
  }
}
