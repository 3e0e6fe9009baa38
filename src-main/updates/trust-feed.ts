import { isDeepStrictEqual } from 'node:util';
import { releaseKeys } from '../../server/contract/release-keys.ts';
import { judgeSignature, splitRollback } from '../../server/contract/release-signature.ts';
import type { UpdatesState } from '../platform/ipc/contract.ts';
import type { Http } from '../platform/network/http.ts';
import type { PackageFeed } from './installation.ts';

/** Returns the feed that electron-updater requests, such as `latest-linux-arm64.yml`, at an address or the default. */
export function locateFeed(feed: string | PackageFeed | null, wanted: string | null): URL {
  const { url, channel } = typeof feed === 'string' ? { url: feed, channel: 'latest' } : (feed ?? noFeed);
  const linux = process.arch === 'x64' ? '-linux' : `-linux-${process.arch}`;
  const platform = { darwin: '-mac', win32: '' }[String(process.platform)] ?? linux;
  return new URL(`${wanted ?? channel}${platform}.yml`, url.endsWith('/') ? url : `${url}/`);
}
const noFeed: PackageFeed = { url: '', channel: 'latest' };

/** Returns the text at an address; null if it is not found. */
export type ReadText = (url: URL) => Promise<string | null>;

export const createReadText =
  (http: Pick<Http, 'get'>): ReadText =>
  async (url) => {
    const { statusCode, body } = await http.get(url, { throwHttpErrors: false });
    if (statusCode === 404) return null;
    if (statusCode === 200) return body;
    throw new Error(`${url.href} answers with ${statusCode}`);
  };

export class RefusedFeed extends Error {
  readonly fault: NonNullable<UpdatesState['fault']>;
  constructor(fault: RefusedFeed['fault'], message: string) {
    super(message);
    this.fault = fault;
  }
}

const isLoopback = ({ hostname }: URL) => /^(127\.\d+\.\d+\.\d+|\[::1\]|localhost)$/.test(hostname);

/** Returns everything that electron-updater reads from a feed to find, check and install files. */
const toInstall = (value: unknown) => {
  const { version, files, path, sha512, packages } = Object(value);
  return { version, files, path, sha512, packages };
};

type Means = {
  readonly readText: ReadText;
  readonly keys?: readonly string[];
  readonly isRollback: boolean;
};

/**
 * Reads the feed of a release itself. Throws unless it can be trusted and electron-updater has read the same: a feed is
 * signed, or comes by https or from this computer. A studio's request to go back is not covered by our signature, so
 * only the connection vouches for it.
 */
export async function requireTrusted(
  release: object,
  url: URL,
  { readText, keys = releaseKeys, isRollback }: Means,
): Promise<void> {
  const feed = await readText(url);
  if (feed === null) throw new Error(`${url.href} is gone`);
  const { text, isRollback: isAsked } = splitRollback(feed);
  const isSafe = url.protocol === 'https:' || isLoopback(url);
  const verdict = await judgeSignature(text, await readText(new URL(`${url.href}.sig`)), keys);
  if (verdict === 'forged') throw new RefusedFeed('forged', `${url.href}.sig does not fit the feed`);
  if (verdict === 'unsigned' && !isSafe)
    throw new RefusedFeed('unsigned', `${url.href} is neither signed nor encrypted`);
  if (isRollback && !(isAsked && isSafe))
    throw new RefusedFeed('rollback', `${url.href} asks to go back without encryption`);
  const { parse } = await import('yaml');
  if (!isDeepStrictEqual(toInstall(parse(text)), toInstall(release)))
    throw new RefusedFeed('forged', `${url.href} is another feed than a moment ago`);
}
