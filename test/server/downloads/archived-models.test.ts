import { createHash } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createHandOff } from '../../../server/files/hand-off.ts';
import { createLibraryPlaces } from '../../../server/files/library-places.ts';
import { checkLibrary } from '../../../server/library/check-library.ts';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { chair, png } from '../../helpers/ordinary-folders.ts';
import { sampleZip } from '../../helpers/sample-archives.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const zipped = sampleZip([
  { name: 'chair.obj', content: objText(4000, 'chair', 'chair.mtl') },
  { name: 'chair.mtl', content: 'newmtl wood\nmap_Kd textures/wood.png\n' },
  { name: 'textures/wood.png', content: png },
  { name: 'previewLarge.png', content: chair['Furniture/chair/textures/wood.png'] },
]);
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function serveArchive() {
  const library = makeLibraryFolder({ 'Shop/chair.zip': zipped });
  const server = await startTestServer({ libraryDir: library.folder });
  const { token } = await registerPerson(server);
  const [model] = (await server.call('search', { q: 'chair' })).body.results;
  const guid = model?.guid ?? '';
  const ask = () =>
    server.call('agentDirect', { guid, format: 'obj', lod: '10k', relativePath: '10k/chair.obj' }, { token });
  const places = createLibraryPlaces({
    db: server.db,
    libraryDir: library.folder,
    unpackedDir: path.join(server.dataDir, 'unpacked'),
    publishedDir: '/nowhere',
    derivedDir: path.join(server.dataDir, 'levels'),
  });
  return { library, server, guid, ask, places };
}

test('downloads a scene out of an archive with all it needs', async () => {
  const { ask } = await serveArchive();

  const { downloadUrl, sha256 } = (await ask()).body;
  const scene = Buffer.from(await (await fetch(downloadUrl)).arrayBuffer());
  const part = await fetch(downloadUrl, { headers: { range: 'bytes=2-9' } });
  const texture = await fetch(new URL('textures/wood.png', downloadUrl));

  expect(sha256Of(scene)).toBe(sha256);
  expect([part.status, await part.text()]).toEqual([206, scene.subarray(2, 10).toString()]);
  expect(Buffer.from(await texture.arrayBuffer()).equals(png)).toBe(true);
});

test('refuses what was changed in the data folder, and charges nothing', async () => {
  const { ask, places, server } = await serveArchive();
  writeFileSync(places.toDisk('Shop/chair.zip/chair.obj'), 'something else');

  const { status, error } = await ask();

  expect([status, error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(await server.rows('SELECT guid FROM unlock')).toEqual([]);
});

test('leaves sending to the web server only in the library folder', async () => {
  const { places } = await serveArchive();
  const handOff = createHandOff({
    config: { accel: 'nginx', accelPrefix: '/files/' },
    places,
    bucketFiles: null,
  });
  const request = Object({ headers: { 'x-forwarded-for': '10.0.0.1' } });
  const file = { relativePath: '10k/a.obj', sizeBytes: 1, sha256: 'a' };
  const at = (place: string) =>
    handOff(request, { model: { folder: 'Shop' }, file: { ...file, place }, status: 200 });

  expect(at('Shop/other.zip/a.obj')).toEqual({ 'x-accel-redirect': '/files/Shop/other.zip/a.obj' });
  expect(at('Shop/chair.zip/chair.obj')).toBeNull();
});

test('checks the files of archives where they are unpacked', async () => {
  const { places, server } = await serveArchive();

  const { files, findings } = await checkLibrary({ db: server.db, places, isDeep: true });

  expect([files, findings]).toEqual([3, []]);
});

test('serves an archive that was moved without a pause', async () => {
  const { library, server, guid, ask } = await serveArchive();
  library.write({ 'Sold/.keep': '' });
  renameSync(path.join(library.folder, 'Shop/chair.zip'), path.join(library.folder, 'Sold/seat.zip'));
  library.write({ 'Shop/table.obj': objText(3) });
  await server.scan();

  const { status, body } = await ask();

  expect([status, body.guid]).toEqual([200, guid]);
  expect((await fetch(body.downloadUrl)).status).toBe(200);
});
