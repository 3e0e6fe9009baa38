import { expect, test } from 'vitest';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createReadText, locateFeed, requireTrusted } from '../../../src-main/updates/trust-feed.ts';
import { makeReleaseKey } from '../../helpers/release-key.ts';
import { listen } from '../listen.ts';

const [ours, rotated, other] = [makeReleaseKey(), makeReleaseKey(), makeReleaseKey()];
const keys = [rotated.publicKey, ours.publicKey];
const feed = 'version: 1.0.1\nfiles:\n  - url: a.AppImage\n    sha512: abc\npath: a.AppImage\nsha512: abc\n';
const release = {
  version: '1.0.1',
  files: [{ url: 'a.AppImage', sha512: 'abc' }],
  ...{ path: 'a.AppImage', sha512: 'abc' },
};
const line = '\nrollback: true\n';
const [http, https, loopback] = [
  'http://models.studio.lan/',
  'https://models.studio.lan/',
  'http://127.0.0.1:8787/',
];

type Place = { readonly text?: string; readonly signature?: string };
const ask = (base: string, place: Place, offered: object = release, more: object = {}) =>
  requireTrusted({ version: '1.0.1', ...offered }, new URL('latest-linux.yml', base), {
    ...{ keys, isRollback: false, ...more },
    readText: async ({ pathname }) =>
      pathname.endsWith('.sig') ? (place.signature ?? null) : (place.text ?? feed),
  });

test.each([
  ['signed over plain http', http, { signature: ours.sign(feed) }],
  ['signed with the next key', http, { signature: rotated.sign(feed) }],
  ['unsigned over https', https, {}],
  ['unsigned from this computer', loopback, {}],
  ['unsigned from this computer by name', 'http://localhost:1/', {}],
])('trusts a feed %s', async (_case, base, place) => {
  await expect(ask(base, place)).resolves.toBeUndefined();
});

test.each([
  ['unsigned over plain http', http, {}, 'unsigned'],
  ['signed with another key', http, { signature: other.sign(feed) }, 'forged'],
  ['signed with another key over https', https, { signature: other.sign(feed) }, 'forged'],
  [
    'with a byte changed',
    http,
    { signature: ours.sign(feed), text: feed.replaceAll('abc', 'abd') },
    'forged',
  ],
  ['with a signature that is none', http, { signature: 'none' }, 'forged'],
  ['with an empty signature', http, { signature: '' }, 'forged'],
  ['of a name that only looks like this computer', 'http://localhost.evil.lan/', {}, 'unsigned'],
  ['of an address that only looks like it', 'http://127.0.0.1.evil.lan/', {}, 'unsigned'],
])('refuses a feed %s', async (_case, base, place, fault) => {
  await expect(ask(base, place)).rejects.toMatchObject({ fault });
});

test('takes unsigned feeds for all that it knows when it has no key', async () => {
  const signature = ours.sign(feed);

  await expect(ask(https, { signature }, release, { keys: [] })).resolves.toBeUndefined();
  await expect(ask(http, { signature }, release, { keys: [] })).rejects.toMatchObject({ fault: 'unsigned' });
});

test.each([
  ['other files', { files: [{ url: 'a.AppImage', sha512: 'abd' }] }],
  ['another version', { version: '1.0.2' }],
  ['a package of its own', { packages: { x64: { path: 'b', sha512: 'b' } } }],
])('refuses %s than the signed feed has', async (_case, change) => {
  const offered = { ...release, ...change };

  await expect(ask(http, { signature: ours.sign(feed) }, offered)).rejects.toMatchObject({ fault: 'forged' });
});

test('goes back for a studio over an encrypted connection only', async () => {
  const signature = ours.sign(feed);
  const goBack = (base: string, text = feed + line) =>
    ask(base, { signature, text }, release, { isRollback: true });

  await expect(goBack(https)).resolves.toBeUndefined();
  await expect(goBack(loopback)).resolves.toBeUndefined();
  await expect(goBack(http)).rejects.toMatchObject({ fault: 'rollback' });
  await expect(goBack(https, feed)).rejects.toMatchObject({ fault: 'rollback' });
});

test('takes the pinned version as a newer one over plain http', async () => {
  await expect(ask(http, { text: feed + line, signature: ours.sign(feed) })).resolves.toBeUndefined();
});

test('reads feeds and signatures, and knows that there is none', async () => {
  const { origin } = await listen((request, response) => {
    response.statusCode = { '/latest.yml': 200, '/latest.yml.sig': 404 }[request.url ?? ''] ?? 500;
    response.end(feed);
  });
  const read = createReadText(createHttp('1.0.0'));

  expect(await read(new URL('/latest.yml', origin))).toBe(feed);
  expect(await read(new URL('/latest.yml.sig', origin))).toBe(null);
  await expect(read(new URL('/broken.yml', origin))).rejects.toThrow('answers with 500');
});

test('asks for the feed that electron-updater asks for', () => {
  const linux = process.arch === 'x64' ? '-linux' : `-linux-${process.arch}`;
  const own = { url: 'https://lodestock.dev/releases', channel: 'beta' };

  expect(locateFeed('https://models.studio.lan/updates/', null).href).toBe(
    `https://models.studio.lan/updates/latest${linux}.yml`,
  );
  expect(locateFeed(own, null).href).toBe(`https://lodestock.dev/releases/beta${linux}.yml`);
  expect(locateFeed(own, 'latest').href).toBe(`https://lodestock.dev/releases/latest${linux}.yml`);
});
