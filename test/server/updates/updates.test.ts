import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { importRelease } from '../../../server/updates/import-release.ts';
import { createReleaseStore } from '../../../server/updates/release-store.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';
import { allFeeds, makeRelease, packageBytes } from './sample-release.ts';

const folders: string[] = [];
const keep = (folder: string) => {
  folders.push(folder);
  return folder;
};
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});
const at = '2026-11-23T00:00:00.000Z';
const take = (source: string, root: string, isHeld = false) => importRelease({ source, root, isHeld, at });
const newRoot = () => path.join(keep(makeFolder()), 'updates');
const isEmpty = (root: string) => !existsSync(root) || readdirSync(root).length === 0;

describe('an import', () => {
  const file = 'Lodestock-1.0.0.AppImage';
  const feed = 'latest-linux.yml';
  const edit = (folder: string, name: string, change: (text: string) => string) => {
    const place = path.join(folder, name);
    writeFileSync(place, change(readFileSync(place, 'utf8')));
  };

  test.each<[string, (folder: string) => void, RegExp]>([
    [
      'a file with a byte changed',
      (folder) => writeFileSync(path.join(folder, file), packageBytes('other')),
      /SHA-512 differs/,
    ],
    ['a file that is longer', (folder) => appendFileSync(path.join(folder, file), 'x'), /SHA-512 differs/],
    ['a file that is missing', (folder) => rmSync(path.join(folder, file)), /is missing/],
    ['a feed that is no YAML', (folder) => writeFileSync(path.join(folder, feed), '{'), /is not YAML/],
    [
      'a feed without files',
      (folder) => writeFileSync(path.join(folder, feed), 'version: 1.0.0'),
      /not the feed of a release: files/,
    ],
    [
      'a feed without a version',
      (folder) => edit(folder, feed, (text) => text.replace('1.0.0', 'new')),
      /version/,
    ],
    [
      'two versions',
      (folder) => edit(folder, feed, (text) => text.replace('version: 1.0.0', 'version: 1.0.1')),
      /several versions/,
    ],
    [
      'a path that leads out',
      (folder) => edit(folder, feed, (text) => text.replaceAll(file, `../${file}`)),
      /is not a file name/,
    ],
    [
      'an address elsewhere',
      (folder) => edit(folder, feed, (text) => text.replaceAll(file, 'https://example.org/a')),
      /is not a file name/,
    ],
    [
      'a file in the place of a feed',
      (folder) => edit(folder, feed, (text) => text.replaceAll(file, 'latest.yml')),
      /is not the name of a package/,
    ],
    [
      'a SHA-512 that is none',
      (folder) => edit(folder, feed, (text) => text.replaceAll(/sha512: .+/g, 'sha512: aaaa')),
      /has no SHA-512/,
    ],
    [
      'a path without a SHA-512',
      (folder) => edit(folder, feed, (text) => text.replace(/path: .+/, 'path: other.AppImage')),
      /but not its SHA-512/,
    ],
    [
      'no feed at all',
      (folder) => {
        for (const name of Object.keys(allFeeds('1.0.0'))) rmSync(path.join(folder, name));
      },
      /no release in it/,
    ],
  ])('takes in nothing of a release with %s', async (_case, spoil, sentence) => {
    const [source, root] = [keep(makeRelease('1.0.0')), newRoot()];
    spoil(source);

    await expect(take(source, root)).rejects.toThrow(sentence);

    expect(isEmpty(root)).toBe(true);
  });

  test.each([
    ['/nowhere/at/all', /cannot be read/],
    [import.meta.filename, /is not a folder/],
  ])('says that %s holds no release', async (source, sentence) => {
    await expect(take(source, newRoot())).rejects.toThrow(sentence);
  });

  test('never changes a release that is there', async () => {
    const root = newRoot();
    const source = keep(makeRelease('1.0.0'));
    await take(source, root);

    await expect(take(source, root)).rejects.toThrow('is here already');

    expect(readdirSync(root)).toEqual(['1.0.0']);
  });

  test('refuses another file under a name that is taken', async () => {
    const root = newRoot();
    const feeds = { 'latest.yml': ['Setup.exe'] };
    await take(keep(makeRelease('1.0.0', feeds)), root);
    const source = keep(makeRelease('1.1.0', feeds));
    const other = packageBytes('another');
    writeFileSync(path.join(source, 'Setup.exe'), other);
    const digest = createHash('sha512').update(other).digest('base64');
    writeFileSync(
      path.join(source, 'latest.yml'),
      `version: 1.1.0\nfiles: [{ url: Setup.exe, sha512: ${digest} }]\n`,
    );

    await expect(take(source, root)).rejects.toThrow('under the same name');

    expect(readdirSync(root)).toEqual(['1.0.0']);
  });

  test('offers the newest that is not held back', async () => {
    const root = newRoot();
    const store = createReleaseStore(root);
    const offered = (platform = '-linux') => [
      store.offered('latest', platform)?.version,
      store.offered('beta', platform)?.version,
    ];
    for (const version of ['1.9.0', '1.10.0', '2.0.0-beta.1']) await take(keep(makeRelease(version)), root);
    await take(keep(makeRelease('1.11.0')), root, true);
    await take(keep(makeRelease('3.0.0', { 'latest.yml': ['Lodestock-Setup-3.0.0.exe'] })), root);

    expect(offered()).toEqual(['1.10.0', '2.0.0-beta.1']);
    expect(offered('')).toEqual(['3.0.0', '3.0.0']);
    store.offer('1.11.0');
    expect(offered()).toEqual(['1.11.0', '2.0.0-beta.1']);
    store.hold('1.11.0');
    store.hold('2.0.0-beta.1');
    expect(offered()).toEqual(['1.10.0', '1.10.0']);
    store.remove('1.10.0');
    expect(offered()).toEqual(['1.9.0', '1.9.0']);
    expect(() => store.hold('9.9.9')).toThrow(
      'This server has no release 9.9.9 of the app, only 3.0.0, 2.0.0-beta.1',
    );
    expect(readdirSync(root).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('a running server', () => {
  let server: TestServer;
  let root: string;
  beforeAll(async () => {
    server = await startTestServer({ environment: { LODESTOCK_CATALOGUE: 'private' } });
    root = path.join(server.dataDir, 'updates');
  });
  beforeEach(() => rmSync(root, { recursive: true, force: true }));
  const get = (name: string, headers: Record<string, string> = {}) =>
    fetch(`${server.baseUrl}/updates/${name}`, { headers });

  /** What the app itself asks with, by the parser that it uses. */
  function createProvider(platform: NodeJS.Platform, channel: string | null = null) {
    const require = createRequire(import.meta.url);
    const { GenericProvider } = require('electron-updater/out/providers/GenericProvider');
    const { NodeHttpExecutor } = require('builder-util');
    return new GenericProvider(
      { provider: 'generic', url: `${server.baseUrl}/updates/` },
      { channel, isAddNoCacheQuery: true },
      { executor: new NodeHttpExecutor(), platform },
    );
  }

  test.each(['win32', 'darwin', 'linux'] as const)(
    'gives the app on %s what it looks for',
    async (platform) => {
      await take(keep(makeRelease('1.0.0')), root);
      await take(keep(makeRelease('1.1.0')), root);
      process.env.TEST_UPDATER_ARCH = 'x64';
      const provider = createProvider(platform);

      const info = await provider.getLatestVersion();
      const files = provider.resolveFiles(info);

      expect(info.version).toBe('1.1.0');
      expect(files.length).toBe(platform === 'darwin' ? 2 : 1);
      for (const { url, info: wanted } of files) {
        const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
        expect(createHash('sha512').update(bytes).digest('base64')).toBe(wanted.sha512);
        const maps: readonly URL[] = await provider.getBlockMapFiles(url, '1.0.0', '1.1.0');
        for (const map of maps) expect((await fetch(map)).status).toBe(200);
      }
    },
  );

  test('has a folder for each channel', async () => {
    await take(keep(makeRelease('1.0.0')), root);
    await take(keep(makeRelease('2.0.0-beta.1')), root);
    const versionIn = async (place: string) => /version: (.*)/.exec(await (await get(place)).text())?.[1];

    const versions = [await versionIn('latest/latest-linux.yml'), await versionIn('beta/latest-linux.yml')];
    const file = await get('beta/Lodestock-1.0.0.AppImage');
    const elsewhere = await get('nightly/latest-linux.yml');

    expect(versions).toEqual(['1.0.0', '2.0.0-beta.1']);
    expect([file.status, elsewhere.status]).toEqual([200, 404]);
  });

  test('gives parts of a file, as an app asks that has the rest', async () => {
    await take(keep(makeRelease('1.0.0')), root);
    const name = 'Lodestock-1.0.0.AppImage';
    const bytes = packageBytes(name);

    const one = await get(name, { range: 'bytes=100-199' });
    const two = await get(name, { range: 'bytes=0-9,390000-390009' });

    expect([one.status, one.headers.get('content-range')]).toEqual([206, 'bytes 100-199/400000']);
    expect(Buffer.from(await one.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
    expect(two.headers.get('content-type')).toContain('multipart/byteranges');
    expect(Buffer.from(await two.arrayBuffer()).includes(bytes.subarray(390_000, 390_010))).toBe(true);
  });

  test('takes back what is held, in both channels', async () => {
    await take(keep(makeRelease('1.0.0')), root);
    await take(keep(makeRelease('1.1.0-beta.1')), root);
    const version = async (channel: string | null) =>
      (await createProvider('win32', channel).getLatestVersion()).version;
    const before = [await version(null), await version('beta')];

    createReleaseStore(root).hold('1.1.0-beta.1');

    expect(before).toEqual(['1.0.0', '1.1.0-beta.1']);
    expect([await version(null), await version('beta')]).toEqual(['1.0.0', '1.0.0']);
  });

  test.each([
    'latest.yml',
    'Lodestock-Setup-1.0.0.exe',
    'release.json',
    'held',
    '..%2fserver.key',
    '%2e%2e%2flodestock.db',
  ])('gives nobody %s without a release', async (name) => {
    const answer = await get(name);

    expect([answer.status, (await answer.json()).code]).toEqual([404, 'NOT_FOUND']);
  });

  test('gives no file that is not of the release', async () => {
    await take(keep(makeRelease('1.0.0')), root, true);

    const statuses = await Promise.all(
      ['release.json', 'held', '1.0.0', 'latest.yml', 'latest-freebsd.yml', 'constructor'].map(
        async (name) => (await get(name)).status,
      ),
    );

    expect(statuses).toEqual([404, 404, 404, 404, 404, 404]);
  });
});
