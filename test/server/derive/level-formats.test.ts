import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startLevelServer } from './level-server.ts';

const solid = await makeSolidGlb({ rows: 75, texture: 128 });

function makeLibrary() {
  const library = makeLibraryFolder({
    'ball/product.json': JSON.stringify({ guid: 'ball', title: 'Ball', priceUsd: 2 }),
    'ball/100k/ball.glb': solid,
  });
  return library;
}

test('makes levels as OBJ with its files and as USDZ', async () => {
  const library = makeLibrary();
  const { settled, scenes, direct, download, stored } = await startLevelServer(library.folder, {
    environment: { LODESTOCK_LEVEL_FORMATS: 'obj,usdz' },
  });
  await settled();

  const made = await scenes('ball');
  const { body } = await direct({ guid: 'ball', format: 'obj', lod: '1k' });

  expect(made.filter(({ lod }) => lod === '1k').map(({ relativePath }) => relativePath)).toEqual([
    '1k/ball.glb',
    '1k/ball.obj',
    '1k/ball.usdz',
  ]);
  const counts = made.filter(({ lod }) => lod === '1k').map(({ triangles }) => triangles);
  expect(new Set(counts).size).toBe(1);
  expect(body).toMatchObject({ relativePath: '1k/ball.obj', derived: { triangles: counts[0] } });
  const zip = await download('ball', '1k/ball.obj');
  expect(zip).toContain('1k/ball.mtl');
  const picture = /1k\/(ball_obj\/[^/]*\.png)/.exec(zip)?.[1];
  expect(zip).toContain(`map_Kd ${picture}\n`);
  expect(stored().filter((name) => name.startsWith('work'))).toEqual([]);
});

test('makes FBX for 3ds Max until an admin says otherwise', async () => {
  const library = makeLibrary();
  const dataDir = makeFolder();
  const glbOnly = await startLevelServer(library.folder, { dataDir });
  await glbOnly.settled();
  const glbs = await glbOnly.scenes('ball');
  await glbOnly.stop();
  const environment = { LODESTOCK_LEVEL_FORMATS: '' };
  const { server, settled, scenes, direct } = await startLevelServer(library.folder, {
    dataDir,
    environment,
  });
  const { token } = await registerPerson(server);
  await settled();
  const made = await scenes('ball');
  const { body } = await direct({ guid: 'ball', format: 'fbx', lod: '1k' });

  await server.call('adminSetLevelFormats', { formats: ['usdz'] }, { token });
  await settled();

  expect(made.map(({ relativePath, derived }) => [relativePath, derived !== undefined])).toEqual([
    ['1k/ball.fbx', true],
    ['1k/ball.glb', true],
    ['10k/ball.fbx', true],
    ['10k/ball.glb', true],
    ['100k/ball.fbx', true],
    ['100k/ball.glb', false],
  ]);
  // Written from the GLB that was there, so of the same triangles, and as far from the same source.
  expect(made.filter(({ format }) => format === 'glb')).toEqual(glbs);
  expect(made.slice(0, 4).map(({ derived }) => derived?.deviation)).toEqual(
    [0, 0, 1, 1].map((at) => glbs[at]?.derived?.deviation),
  );
  expect(body).toMatchObject({
    format: 'fbx',
    relativePath: '1k/ball.fbx',
    derived: { from: createHash('sha256').update(solid).digest('hex'), triangles: made[0]?.triangles },
  });
  expect((await scenes('ball')).map(({ relativePath }) => relativePath)).toEqual([
    ...['1k/ball.glb', '1k/ball.usdz', '10k/ball.glb', '10k/ball.usdz'],
    ...['100k/ball.glb', '100k/ball.usdz'],
  ]);
  const { levels } = (await server.call('adminLibrary', {}, { token })).body;
  expect(levels).toEqual({ formats: ['glb', 'usdz'], isFixed: false });
});

test('leaves the formats to the settings where they say them', async () => {
  const { server } = await startLevelServer(makeLibrary().folder);
  const { token } = await registerPerson(server);

  const { status, error } = await server.call('adminSetLevelFormats', { formats: ['fbx'] }, { token });

  expect([status, error.message]).toEqual([400, expect.stringContaining('LODESTOCK_LEVEL_FORMATS')]);
  const { levels } = (await server.call('adminLibrary', {}, { token })).body;
  expect(levels).toEqual({ formats: ['glb'], isFixed: true });
});
