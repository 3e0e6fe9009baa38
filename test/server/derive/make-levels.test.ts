import { type Document, getBounds, ImageUtils } from '@gltf-transform/core';
import { cloneDocument } from '@gltf-transform/functions';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { countDrawn } from '../../../server/derive/make/simplify/merge-meshes.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { solidModels } from '../../helpers/solid-models.ts';
import { readFiles } from './read-files.ts';

const io = await createGltfIo();

/** One level of a scene, as its bytes and read again; the scene stays as it is. */
async function makeOne(source: Document, triangles: number | null, texture = 1024) {
  for await (const made of makeLevels(io, cloneDocument(source), [{ lod: '1k', triangles, texture }]))
    return { ...made, document: await io.readBinary(made.bytes) };
  throw new Error('nothing was made');
}

const readSolid = async (options: Parameters<typeof makeSolidGlb>[0]) =>
  readFiles(io, { 'ball.glb': await makeSolidGlb(options) }, 'ball.glb');
const boxOf = (document: Document) => {
  const [scene] = document.getRoot().listScenes();
  if (!scene) throw new Error('there is no scene');
  return getBounds(scene);
};
const expectSameBox = (made: Document, source: Document) => {
  for (const end of ['min', 'max'] as const)
    for (const [axis, value] of boxOf(made)[end].entries())
      expect(value).toBeCloseTo(boxOf(source)[end][axis] ?? 0, 4);
};

test('leaves the triangles that were asked for', async () => {
  const source = await readSolid({});

  const { document, deviation } = await makeOne(source, 1000);

  expect(countDrawn(source)).toBe(6400);
  expect(countDrawn(document)).toBeGreaterThan(900);
  expect(countDrawn(document)).toBeLessThanOrEqual(1100);
  expect(deviation).toBeGreaterThan(0);
  expect(deviation).toBeLessThan(0.01);
});

test('keeps names, places and size of a scene', async () => {
  const source = await readSolid({ name: 'the ball' });

  const { document } = await makeOne(source, 40);

  const nodes = (of: Document) =>
    of
      .getRoot()
      .listNodes()
      .map((node) => [node.getName(), node.getMatrix(), node.getMesh()?.getName()]);
  expect(nodes(document)).toEqual(nodes(source));
  expectSameBox(document, source);
});

test('keeps skins, morph targets and movements', async () => {
  const source = await readSolid({ isSkinned: true, isMorphing: true, isMoving: true });

  const { document, bytes } = await makeOne(source, 800);

  const root = document.getRoot();
  const [primitive] = root.listMeshes()[0]?.listPrimitives() ?? [];
  const vertices = primitive?.getAttribute('POSITION')?.getCount() ?? 0;
  expect(vertices).toBeGreaterThan(100);
  expect(vertices).toBeLessThan(1000);
  expect(primitive?.getAttribute('WEIGHTS_0')?.getCount()).toBe(vertices);
  expect(primitive?.listTargets()[0]?.getAttribute('POSITION')?.getCount()).toBe(vertices);
  expect(
    root
      .listSkins()[0]
      ?.listJoints()
      .map((joint) => joint.getName()),
  ).toEqual(['low', 'high']);
  expect(root.listAnimations().map((animation) => animation.getName())).toEqual(['hop']);
  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
});

test('makes textures as small as the level', async () => {
  const source = await readSolid({ texture: 256 });

  const { document } = await makeOne(source, null, 64);

  const [texture] = document.getRoot().listTextures();
  expect(ImageUtils.getSize(texture?.getImage() ?? new Uint8Array(), 'image/png')).toEqual([64, 64]);
});

test('leaves textures that are small enough as they are', async () => {
  const source = await readSolid({ texture: 64 });
  const before = source.getRoot().listTextures()[0]?.getImage();

  const { document } = await makeOne(source, 500, 64);

  expect(document.getRoot().listTextures()[0]?.getImage()).toEqual(before);
});

test('leaves a scene as it is that has no more triangles', async () => {
  const source = await readSolid({ rows: 10 });

  const { document, deviation } = await makeOne(source, 1000);

  expect(countDrawn(document)).toBe(countDrawn(source));
  expect(deviation).toBe(0);
});

test('counts a mesh for each node that draws it', async () => {
  const source = await readSolid({});
  const [mesh] = source.getRoot().listMeshes();
  const [scene] = source.getRoot().listScenes();
  for (let place = 0; place < 3; place += 1)
    scene?.addChild(
      source
        .createNode(`copy ${place}`)
        .setMesh(mesh ?? null)
        .setTranslation([place * 4, 0, 0])
        .setRotation([0, Math.sin(place), 0, Math.cos(place)]),
    );

  const { document } = await makeOne(source, 2000);

  expect(countDrawn(source)).toBe(4 * 6400);
  expect(countDrawn(document)).toBeGreaterThan(1800);
  expect(countDrawn(document)).toBeLessThanOrEqual(2200);
  expectSameBox(document, source);
});

test('crosses seams where nothing else can go', async () => {
  const source = await readSolid({ rows: 20 });
  const [primitive] = source.getRoot().listMeshes()[0]?.listPrimitives() ?? [];
  // Every triangle has corners of its own, each with another normal, as hard edges have.
  const corners = primitive?.getIndices()?.getArray() ?? [];
  const positions = primitive?.getAttribute('POSITION')?.getArray() ?? new Float32Array();
  const own = Float32Array.from(
    [...corners].flatMap((corner) => [...positions.slice(corner * 3, corner * 3 + 3)]),
  );
  const normals = Float32Array.from(
    own,
    (_, at) =>
      [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ][Math.floor(at / 3) % 3]?.[at % 3] ?? 0,
  );
  primitive
    ?.setAttribute('TEXCOORD_0', null)
    .setAttribute('POSITION', source.createAccessor().setType('VEC3').setArray(own))
    .setAttribute('NORMAL', source.createAccessor().setType('VEC3').setArray(normals))
    .setIndices(null);

  const { document } = await makeOne(source, 400);

  expect(countDrawn(document)).toBeLessThanOrEqual(440);
});

test('puts wrong normals right', async () => {
  const source = await readSolid({});
  const normals = source.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('NORMAL');
  normals?.setArray(Float32Array.from(normals.getArray() ?? [], (value, at) => (at < 30 ? 0 : value * 3)));

  const { bytes } = await makeOne(source, 1000);

  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
});

test.each([...['glb', 'gltf', 'fbx', 'obj', 'stl', 'ply'], ...['dae', '3mf', 'usdz']])(
  'makes a valid GLB from %s',
  async (format) => {
    const source = await readFiles(io, solidModels[format] ?? {}, `box.${format}`);

    const { bytes, document } = await makeOne(source, null);

    expect(countDrawn(document)).toBe(12);
    const { issues } = await validateBytes(bytes);
    expect(issues.numErrors, JSON.stringify(issues.messages)).toBe(0);
  },
);

test('says what a scene lacks that has no triangles', async () => {
  const source = await readSolid({});
  for (const node of source.getRoot().listNodes()) node.setMesh(null);

  await expect(makeOne(source, 1000)).rejects.toThrow('no triangles');
});
