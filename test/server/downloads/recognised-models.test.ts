import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const gltf = {
  asset: { version: '2.0', copyright: '2026 Ada, CC0' },
  buffers: [{ uri: 'crate.bin', byteLength: 36 }],
  bufferViews: [{ buffer: 0, byteLength: 36 }],
  accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] }],
  images: [{ uri: '../Textures/crate.png' }],
  textures: [{ source: 0 }],
  materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
  meshes: [{ primitives: [{ attributes: { POSITION: 0 }, material: 0 }] }],
  nodes: [{ mesh: 0 }],
  scenes: [{ nodes: [0] }],
};
const bin = Buffer.from(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]).buffer);
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const library = makeLibraryFolder({
  'Props/glTF/crate.gltf': JSON.stringify(gltf),
  'Props/glTF/crate.bin': bin,
  'Props/OBJ/crate.obj': objText(4000, 'crate', 'crate.mtl'),
  'Props/OBJ/crate.mtl': 'newmtl a\nmap_Kd D:\\textures\\crate.png\n',
  'Props/OBJ/barrel.obj': objText(5, 'barrel'),
  'Props/Textures/crate.png': png,
});
const server = await startTestServer({ libraryDir: library.folder });
const { body } = await server.call('search', { q: 'crate' });
const guid = body.results[0]?.guid ?? '';

const details = async () => (await server.call('model', { guid })).body;

test('tells how the topology of each file was found', async () => {
  const { topologies, category, license, attribution } = await details();

  expect({ category, license, attribution }).toEqual({
    category: 'Props',
    license: 'CC0-1.0',
    attribution: 'Crate by 2026 Ada, CC0',
  });
  const scenes = topologies.flatMap(({ files }) => files).filter(({ role }) => role === 'scene');
  expect(scenes.map(({ lod, relativePath, lodFrom }) => [lod, relativePath, lodFrom])).toEqual([
    ['1k', '1k/glTF/crate.gltf', 'measured'],
    ['10k', '10k/OBJ/crate.obj', 'measured'],
  ]);
});

/** Downloads a scene with all that it needs into a folder, as a plugin does. */
async function download(relativePath: string) {
  const { appToken: token } = await signInPlugin(server);
  const [lod = '', format = ''] = [relativePath.split('/')[0], path.extname(relativePath).slice(1)];
  const folder = makeFolder();
  const wish = { guid, format, lod: lod === '1k' ? ('1k' as const) : ('10k' as const), relativePath };
  const { body } = await server.call('pluginDirect', { ...wish, variant: null }, { token });
  const all = [{ ...body, url: body.downloadUrl }, ...body.supportFiles];
  for (const { relativePath: at, url, sha256 } of all) {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect([at, sha256Of(bytes)]).toEqual([at, sha256]);
    mkdirSync(path.dirname(path.join(folder, at)), { recursive: true });
    writeFileSync(path.join(folder, at), bytes);
  }
  return {
    folder,
    paths: all.map(({ relativePath: at }) => at).sort(),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

test('downloads a glTF whose texture lies above it', async () => {
  const { folder, paths, remove } = await download('1k/glTF/crate.gltf');

  expect(paths).toEqual(['1k/Textures/crate.png', '1k/glTF/crate.bin', '1k/glTF/crate.gltf']);
  for (const uri of ['crate.bin', '../Textures/crate.png'])
    expect(existsSync(path.join(folder, '1k/glTF', uri))).toBe(true);
  remove();
});

test('puts a texture with a dead path beside its material', async () => {
  const { paths, remove } = await download('10k/OBJ/crate.obj');

  expect(paths).toContain('10k/OBJ/crate.png');
  expect(paths).toContain('10k/OBJ/crate.mtl');
  remove();
});

test('resolves relative addresses under one capability', async () => {
  const { token } = await registerPerson(server);
  const wish = { guid, format: 'gltf', lod: '1k', relativePath: '1k/glTF/crate.gltf' } as const;

  const { body } = await server.call('agentDirect', wish, { token });

  const texture = await fetch(new URL('../Textures/crate.png', body.downloadUrl));
  expect([texture.status, sha256Of(Buffer.from(await texture.arrayBuffer()))]).toEqual([200, sha256Of(png)]);
});

test('gives nothing by where it lies on the disk', async () => {
  const { token } = await registerPerson(server);
  const wish = { guid, format: 'gltf', lod: '1k', relativePath: '1k/glTF/crate.gltf' } as const;
  const { body } = await server.call('agentDirect', wish, { token });
  const root = body.downloadUrl.slice(0, body.downloadUrl.indexOf('/1k/'));

  for (const asked of [
    'Props/glTF/crate.gltf',
    '1k/Props/glTF/crate.gltf',
    '1k/OBJ/barrel.obj',
    '10k/OBJ/crate.obj',
  ])
    expect([asked, (await fetch(`${root}/${asked}`)).status]).toEqual([asked, 404]);
});

test('gives no file behind a link that came after the scan', async () => {
  const { token } = await registerPerson(server);
  const secret = path.join(library.folder, '.secret');
  writeFileSync(secret, bin);
  const place = path.join(library.folder, 'Props/OBJ/barrel.obj');
  const { body } = await server.call('search', { q: 'barrel' });
  const wish = {
    guid: body.results[0]?.guid ?? '',
    format: 'obj',
    lod: '1k',
    relativePath: '1k/barrel.obj',
  } as const;
  const before = await server.call('agentDirect', wish, { token });
  rmSync(place);
  symlinkSync(secret, place);

  const answer = await fetch(before.body.downloadUrl);

  expect([before.status, answer.status]).toEqual([200, 502]);
});
