import { expect, test } from 'vitest';
import { terms } from '../../helpers/sources.ts';
import { type Kind, kinds, open, search, startOther } from './spoiled.ts';

startOther();

const inventories = {
  lodestock: /^\/api\/models\//,
  assetfetch: /^\/implementations/,
  polyhaven: /^\/files\/oak_chair$/,
};

/** Finds the chair, spoils what comes after, and asks for its first scene. */
async function getFile(kind: Kind, change: (usual: string, path: string) => string, at = inventories[kind]) {
  const { fake, room } = await open(kind);
  const [chair] = (await search(room, fake)).results;
  const guid = chair?.guid ?? '';
  const { scenes, license } = await room.model(guid);
  fake.spoil((path, { body, ...rest }) =>
    at.test(path)
      ? { ...rest, body: change(typeof body === 'string' ? body : JSON.stringify(body), path) }
      : null,
  );
  return room.file({ guid, relativePath: scenes[0]?.relativePath ?? '', license, terms });
}

const paths = [
  '../../evil.gltf',
  '/etc/passwd',
  'a\\b.png',
  'CON.png',
  'a//b.png',
  'end.',
  'C:x.png',
  '.',
  'x\u202e.png',
];

test.each(kinds.flatMap((kind) => paths.map((path) => [kind, path] as const)))(
  'gives no file of a source (%s) at the path %j',
  async (kind, path) => {
    const names = {
      lodestock: /1k\/textures\/wood\.png/g,
      assetfetch: /(?<=local_file_path":")wood\.png/,
      polyhaven: /textures\/wood\.jpg/,
    };
    const written = JSON.stringify(path).slice(1, -1);

    await expect(getFile(kind, (usual) => usual.replace(names[kind], () => written))).rejects.toThrow(
      /names a file|answered in another form|has no/,
    );
  },
);

test.each([
  ['polyhaven', 'a hash that is none', /"md5":"\w+"/, '"md5":"abc"'],
  ['polyhaven', 'a size that is none', /"size":\d+/, '"size":-1'],
  ['polyhaven', 'a size beyond all numbers', /"size":\d+/, '"size":1e300'],
  ['polyhaven', 'an address of this disk', /"url":"[^"]+"/, '"url":"file:///etc/passwd"'],
  ['polyhaven', 'one path twice', '"textures/wood.jpg"', '"oak_chair_1k.gltf"'],
  ['assetfetch', 'an address of this disk', /"uri":"[^"]+"/, '"uri":"file:///etc/passwd"'],
  ['assetfetch', 'no size', /"bytes":\d+,/, ''],
  ['assetfetch', 'a file in an archive', '"fetch.download"', '"fetch.from_archive"'],
  [
    'assetfetch',
    'a file that has to be paid',
    '"download_query"',
    '"unlock_query_id":"pay","download_query"',
  ],
  ['assetfetch', 'another version', '"version":"0.4"', '"version":"0.3"'],
  ['assetfetch', 'nothing to open', '"handle.native"', '"handle.other"'],
  ['assetfetch', 'no files any more', /"implementations":.*$/, '"implementations":[]}'],
  ['lodestock', 'another model', /"guid":"[^"]+"/, '"guid":"other"'],
  ['lodestock', 'another hash', /"sha256":"\w{64}"/g, `"sha256":"${'0'.repeat(64)}"`],
  ['lodestock', 'another size', /"sizeBytes":\d+/g, '"sizeBytes":7'],
  ['lodestock', 'no files any more', /"topologies":.*$/, '"topologies":[]}'],
] as const)('gives no file of a source (%s) that names %s', async (kind, _what, from, to) => {
  await expect(getFile(kind, (usual) => usual.replaceAll(new RegExp(from, 'g'), to))).rejects.toMatchObject({
    code: expect.stringMatching(/UNAVAILABLE|FILE_NOT_FOUND/),
  });
});

test.each([
  ['lodestock', inventories.lodestock, '"license":"CC0-1.0"', '"license":"No use"'],
  ['assetfetch', /^\/assets/, 'CC-BY-4.0', 'CC-BY-NC-4.0'],
] as const)('gives no file of a source (%s) whose licence has changed', async (kind, at, from, to) => {
  await expect(getFile(kind, (usual) => usual.replace(from, to), at)).rejects.toMatchObject({
    code: 'VERSION_CHANGED',
    message: expect.stringContaining('have changed since you saw them'),
  });
});

test.each(kinds)('gives no file of a source (%s) under other terms than a person saw', async (kind) => {
  const { fake, room } = await open(kind);
  const guid = (await search(room, fake)).results[0]?.guid ?? '';
  const { scenes, license } = await room.model(guid);
  const wish = {
    guid,
    relativePath: scenes[0]?.relativePath ?? '',
    license,
    terms: 'https://example.org/old',
  };

  await expect(room.file(wish)).rejects.toMatchObject({ code: 'VERSION_CHANGED' });
});

test.each(kinds)('gives a new address of a source (%s) each time', async (kind) => {
  const { fake, room } = await open(kind);
  const guid = (await search(room, fake)).results[0]?.guid ?? '';
  const { scenes, license } = await room.model(guid);
  const wish = { guid, relativePath: scenes[0]?.relativePath ?? '', license, terms };
  await room.file(wish);
  const { length } = fake.asked;

  const { files } = await room.file(wish);

  expect(fake.asked.length).toBeGreaterThan(length);
  expect(files.every(({ url }) => url.startsWith('http://127.0.0.1:'))).toBe(true);
});
