import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../../../server/contract/errors.ts';
import { Channel, FeedSchema, StarterFamily, serverPlaceholder } from '../../../server/contract/starters.ts';
import { listNames } from '../apps/look.ts';

type PublicAsset = { readonly name: string; readonly content: Buffer };

/** Returns the file at an address below `/assets/`. Throws NOT_FOUND, or UNAVAILABLE before a server is known. */
export type FindAsset = (address: URL) => Promise<PublicAsset>;

type PublicAssetsOptions = {
  readonly pluginsDir: string;
  readonly manifestsDir: string;
  readonly serverUrl: () => string | null;
};

const feedName = 'update-feed.json';
const notFound = () =>
  new AppError(
    'NOT_FOUND',
    'Lodestock has no such file. GET /assets/plugins/{3dsmax, unity, blender, godot}/update-feed.json lists what it has.',
  );

/** Reads a file of a folder. The name must be in the listing, so no path can leave the folder. */
async function readListed(folder: string, name: string): Promise<Buffer> {
  if (!(await listNames(folder)).includes(name)) throw notFound();
  return readFile(path.join(folder, name));
}

async function findPlugin(pluginsDir: string, parts: readonly string[], channel: Channel) {
  const family = StarterFamily.safeParse(parts[0]);
  const name = parts.at(-1) ?? '';
  if (!family.success || parts.length < 2 || parts.length > 3) throw notFound();
  const folder = path.join(pluginsDir, family.data);
  const readOf = async (version: string) => {
    if (name === feedName || !(await listNames(folder)).includes(version)) throw notFound();
    return { name, content: await readListed(path.join(folder, version), name) };
  };
  if (parts.length === 3) return readOf(parts[1] ?? '');
  const feed = await readListed(folder, channel === 'beta' ? 'update-feed.beta.json' : feedName);
  if (name === feedName) return { name, content: feed };
  return readOf(FeedSchema.parse(JSON.parse(feed.toString('utf8'))).version);
}

/** Serves the plugins, feeds, manifests and guides that ship with the app, at the same paths as a server does. */
export function createPublicAssets(options: PublicAssetsOptions): FindAsset {
  const { pluginsDir, manifestsDir, serverUrl } = options;

  async function findManifest(parts: readonly string[]): Promise<PublicAsset> {
    const [name = '', ...rest] = parts;
    if (rest.length > 0) throw notFound();
    const content = await readListed(manifestsDir, name);
    if (!name.endsWith('.yaml')) return { name, content };
    const url = serverUrl();
    if (url === null)
      throw new AppError(
        'UNAVAILABLE',
        'Lodestock is still starting its server. Try again in a few seconds.',
      );
    return { name, content: Buffer.from(content.toString('utf8').replaceAll(serverPlaceholder, url)) };
  }

  return async ({ pathname, searchParams }) => {
    const [, , kind, ...parts] = pathname.split('/');
    if (kind === 'manifests') return findManifest(parts);
    if (kind !== 'plugins') throw notFound();
    const channel = Channel.safeParse(searchParams.get('channel') ?? 'stable');
    if (!channel.success) throw new AppError('INVALID_INPUT', 'The channel is "stable" or "beta".');
    return findPlugin(pluginsDir, parts, channel.data);
  };
}
