import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { replaceLibrary } from '../../helpers/replace-library.ts';
import { editGlb, makeSolidGlb } from '../../helpers/solid-glb.ts';
import { startLevelServer, withLevels } from './level-server.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const product = (fields: object = {}) =>
  JSON.stringify({ guid: 'ball', title: 'Ball', priceUsd: 2, ...fields });
const solid = await makeSolidGlb({ rows: 75, texture: 128 });

const files = { 'ball/product.json': product(), 'ball/100k/ball.glb': solid };
const library = makeLibraryFolder(files);
const ball = await startLevelServer(library.folder);
/** The same server, once more on a library with this model alone. */
async function serveBall() {
  await replaceLibrary({ library, server: ball.server }, files);
  return { library, ...ball };
}
/** A library and a data folder that outlive a server. */
const makePlace = () => ({ library: makeLibraryFolder(files), dataDir: makeFolder() });

describe('a model of one file', () => {
  beforeAll(ball.settled);

  test('makes the levels that a model lacks', async () => {
    const made = await ball.scenes('ball');
    expect(made.map(({ lod, relativePath, format }) => [lod, relativePath, format])).toEqual([
      ['1k', '1k/ball.glb', 'glb'],
      ['10k', '10k/ball.glb', 'glb'],
      ['100k', '100k/ball.glb', 'glb'],
    ]);
    for (const [index, wanted] of [1000, 10_000].entries()) {
      const { triangles, derived } = made[index] ?? {};
      expect(triangles).toBeGreaterThan(wanted * 0.9);
      expect(triangles).toBeLessThanOrEqual(wanted * 1.1);
      expect(derived).toMatchObject({
        from: sha256Of(solid),
        triangles,
        tool: expect.stringContaining('Lodestock'),
      });
    }
    expect(made[2]?.derived).toBeUndefined();
    const { body } = await ball.server.call('browse', {});
    expect(body.results[0]).toMatchObject({ lods: ['1k', '10k', '100k'], formats: ['glb'], version: 1 });
    expect(body.results[0]?.glb1kUrl).toMatch(/\/viewer-asset\/ball\/glb1k$/);
  });

  test('gives everybody the 1k for nothing, as a valid file', async () => {
    const response = await fetch(`${ball.server.baseUrl}/viewer-asset/ball/glb1k`);
    const bytes = new Uint8Array(await response.arrayBuffer());

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('model/gltf-binary');
    expect(sha256Of(bytes)).toBe((await ball.scenes('ball'))[0]?.sha256);
    expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
  });

  test('charges once for a derived level, and says what it is', async () => {
    const free = await ball.direct({ guid: 'ball', format: 'glb', lod: '1k' });
    const paid = await ball.direct({ guid: 'ball', format: 'glb', lod: '10k' });
    const again = await ball.direct({ guid: 'ball', format: 'glb', lod: '100k' });

    expect([free, paid, again].map(({ body }) => body.chargedUsd)).toEqual([0, 2, 0]);
    expect(paid.body.derived).toMatchObject({ from: sha256Of(solid) });
    expect(again.body.derived).toBeUndefined();
    const bytes = new Uint8Array(await (await fetch(paid.body.downloadUrl)).arrayBuffer());
    expect(sha256Of(bytes)).toBe(paid.body.sha256);
  });

  test('takes the original where a request names no level', async () => {
    const { status, body } = await ball.direct({ guid: 'ball', format: 'glb' });

    expect({ status, lod: body.lod }).toEqual({ status: 200, lod: '100k' });
  });
});

test('gives way to an original of the same level', async () => {
  const { server, library, settled, scenes } = await serveBall();
  await settled();
  const own = await makeSolidGlb({ rows: 22, name: 'mine' });

  library.write({ 'ball/10k/mine.glb': own });
  await server.scan();
  await settled();

  const found = await scenes('ball');
  expect(found.map(({ relativePath, derived }) => [relativePath, derived !== undefined])).toEqual([
    ['1k/mine.glb', true],
    ['10k/mine.glb', false],
    ['100k/ball.glb', false],
  ]);
  expect(found[0]?.derived?.from).toBe(sha256Of(own));
});

test('makes the levels anew when their source changes', async () => {
  const { server, library, settled, scenes } = await serveBall();
  await settled();
  const [before] = await scenes('ball');
  const other = await makeSolidGlb({ rows: 80, name: 'other' });

  library.write({ 'ball/100k/ball.glb': other });
  await server.scan();
  await settled();

  const [after] = await scenes('ball');
  expect(after?.derived?.from).toBe(sha256Of(other));
  expect(after?.sha256).not.toBe(before?.sha256);
});

test('keeps the levels when only words change', async () => {
  const { server, library, settled, scenes, runs } = await serveBall();
  await settled();
  const before = await scenes('ball');
  const runsBefore = runs();

  library.write({ 'ball/product.json': product({ title: 'Red ball' }) });
  await server.scan();
  await settled();

  expect(await scenes('ball')).toEqual(before);
  expect(runs()).toBe(runsBefore);
});

test('takes the levels back when the licence forbids them', async () => {
  const { server, library, settled, scenes } = await serveBall();
  await settled();

  library.write({ 'ball/product.json': product({ license: 'CC BY-ND 4.0' }) });
  await server.scan();
  await settled();

  expect((await scenes('ball')).map(({ relativePath }) => relativePath)).toEqual(['100k/ball.glb']);
});

test('tries a model that fails twice, then only after a change', async () => {
  const { server, library, settled, scenes, runs, problems } = await serveBall();
  await settled();
  const odd = editGlb(solid, (json) => {
    json.extensionsRequired = ['X_odd'];
    json.extensionsUsed = ['X_odd'];
  });
  library.write({ 'ball/100k/ball.glb': odd });
  const before = runs();

  await server.scan();
  await settled();
  library.write({ 'ball/product.json': product({ title: 'Odd ball' }) });
  await server.scan();
  await settled();

  expect(problems()).toEqual([
    expect.stringMatching(/^No levels were made: ball\.glb could not be read for it: .*X_odd/),
  ]);
  expect(runs() - before).toBe(2);
  library.write({ 'ball/100k/ball.glb': solid });
  await server.scan();
  await settled();
  expect(problems()).toEqual([]);
  expect(await scenes('ball')).toHaveLength(3);
});

test('makes files again that were lost', async () => {
  const { library, dataDir } = makePlace();
  const first = await startLevelServer(library.folder, { dataDir });
  await first.settled();
  const [made] = await first.scenes('ball');
  await first.stop();
  const folder = path.join(dataDir, 'levels');
  rmSync(path.join(folder, (made?.sha256 ?? '').slice(0, 2)), { recursive: true });
  writeFileSync(path.join(folder, 'work', 'half.tmp'), 'half');

  const second = await startLevelServer(library.folder, { dataDir });
  await second.settled();

  expect(await second.scenes('ball')).toHaveLength(3);
  expect((await fetch(`${second.server.baseUrl}/viewer-asset/ball/glb1k`)).status).toBe(200);
  expect(readdirSync(path.join(folder, 'work'))).toEqual([]);
});

test('withdraws the levels when they are switched off', async () => {
  const { library, dataDir } = makePlace();
  const first = await startLevelServer(library.folder, { dataDir });
  await first.settled();
  await first.stop();

  const second = await startLevelServer(library.folder, { dataDir, isOn: false });

  expect((await second.scenes('ball')).map(({ lod }) => lod)).toEqual(['100k']);
  await second.stop();
  const third = await startLevelServer(library.folder, { dataDir });
  await third.settled();
  expect(await third.scenes('ball')).toHaveLength(3);
});

test('puts the levels of a topology folder into its ZIP', async () => {
  const library = makeLibraryFolder({
    'ball/product.json': product({ priceUsd: 0 }),
    'ball/10k/ball.obj': withLevels.obj,
  });
  const { settled, scenes, download } = await startLevelServer(library.folder);
  await settled();

  const zip = await download('ball', '10k/ball.obj');

  expect((await scenes('ball')).map(({ relativePath }) => relativePath)).toEqual([
    '1k/ball.glb',
    '10k/ball.glb',
    '10k/ball.obj',
  ]);
  expect(zip).toContain('10k/ball.glb');
  expect(existsSync(path.join(library.folder, 'ball/10k/ball.glb'))).toBe(false);
});
