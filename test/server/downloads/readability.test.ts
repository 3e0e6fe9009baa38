import { expect, test } from 'vitest';
import { makeLibraryFolder, objText } from '../../helpers/library-folder.ts';
import { scannedLibrary } from '../../helpers/library-scanner.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { packGlb, sampleFbxAscii, sampleGltfBuffer, sampleGltfDocument } from '../../helpers/sample-files.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const shape = { triangles: 10 };
const basisGlb = packGlb(
  { ...sampleGltfDocument(shape), extensionsRequired: ['KHR_texture_basisu'] },
  sampleGltfBuffer(shape),
);
const files = {
  'jet/product.json': JSON.stringify({ guid: 'jet' }),
  'jet/1k/jet.glb': basisGlb,
  'jet/1k/jet.fbx': sampleFbxAscii({ polygons: [[0, 1, 2]] }),
  'jet/1k/jet.obj': objText(3),
};
const basis = {
  requires: ['KHR_texture_basisu'],
  readBy: ['godot'],
  obstacles: [
    { app: 'unity', requirement: 'KHR_texture_basisu', package: 'com.unity.cloud.ktx' },
    { app: 'blender', requirement: 'KHR_texture_basisu' },
  ],
};
const ascii = {
  requires: ['fbx:ascii', 'fbx:7400'],
  readBy: ['3dsmax', 'unity', 'godot'],
  obstacles: [{ app: 'blender', requirement: 'fbx:ascii', readFrom: '4.5' }],
};

const library = makeLibraryFolder(files);
const server = await startTestServer({ libraryDir: library.folder });

type Told = { format: string; requires?: unknown; readBy?: unknown; obstacles?: unknown };
const toldOf = (found: readonly Told[]) =>
  Object.fromEntries(
    found.map(({ format, requires, readBy, obstacles }) => [format, { requires, readBy, obstacles }]),
  );

test('says before the charge who cannot read a file', async () => {
  const { token } = await registerPerson(server);
  const { appToken } = await signInPlugin(server);

  const details = await server.call('model', { guid: 'jet' });
  const agent = await server.call('agentFormats', { guid: 'jet' }, { token });
  const plugin = await server.call('pluginFormats', { guid: 'jet' }, { token: appToken });

  const expected = {
    glb: basis,
    fbx: ascii,
    obj: { requires: undefined, readBy: ['3dsmax', 'unity', 'blender'], obstacles: undefined },
  };
  expect(toldOf(details.body.topologies[0]?.files ?? [])).toEqual(expected);
  expect(toldOf(agent.body.topologies[0]?.files ?? [])).toEqual(expected);
  expect(toldOf(plugin.body.variants)).toEqual(expected);
});

test('says it with the address too', async () => {
  const { token } = await registerPerson(server);
  const { appToken } = await signInPlugin(server);
  const wish = { guid: 'jet', relativePath: '1k/jet.glb' };

  const agent = await server.call('agentDirect', wish, { token });
  const plugin = await server.call('pluginDirect', wish, { token: appToken });

  expect(agent.body).toMatchObject(basis);
  expect(plugin.body).toMatchObject(basis);
});

test('learns it of a library that an earlier version read', async () => {
  const { db, scan, inspected, models } = await scannedLibrary(files);

  const first = inspected();
  // As that version left it: no requirement anywhere, and stamps that said size and time alone.
  const facts = db.prepare<[], string>('SELECT facts FROM scanned_folder').pluck().get() ?? '';
  const before = facts.replace(/"(\d+:\d+):1/g, '"$1').replace(/,"requires":\[[^\]]*\]/g, '');
  db.prepare("UPDATE scanned_folder SET stamp = 'of old', facts = ?").run(before);
  db.exec("UPDATE file SET requires = NULL; UPDATE model SET metadata_hash = 'of old'");

  await scan();

  const found = db.prepare("SELECT format, requires FROM file WHERE role = 'scene' ORDER BY format").all();
  expect(found).toEqual([
    { format: 'fbx', requires: JSON.stringify(['fbx-ascii-7400']) },
    { format: 'glb', requires: JSON.stringify(basis.requires) },
    { format: 'obj', requires: null },
  ]);
  expect([inspected() - first, models()[0]?.version]).toEqual([2, 1]);
});
