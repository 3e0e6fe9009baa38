import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type bbox, type Document, getBounds } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { expect, test } from 'vitest';
import { nearestLevel } from '../../../server/catalogue/model/nearest-level.ts';
import { lodTriangles } from '../../../server/contract/limits.ts';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { readSource } from '../../../server/derive/make/read/read-source.ts';
import { countDrawn } from '../../../server/derive/make/simplify/merge-meshes.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { hasSharedModels, readSharedModels, sharedModelsFolder } from '../../helpers/shared-models.ts';

const readable = /^(glb|gltf|fbx|obj|stl|ply|dae|3mf|usdz)$/;
/** Has points and no triangles. */
const pointsAlone = new Set(['ply-cycloidal-gear']);
const models = hasSharedModels
  ? readSharedModels().filter(
      ({ id, format, malformed }) =>
        readable.test(format) && !malformed && !/^bad-/.test(id) && !pointsAlone.has(id),
    )
  : [];
const wanted = (['1k', '10k', '100k'] as const).map((lod) => ({
  lod,
  triangles: lodTriangles[lod],
  texture: 1024,
  formats: lod === '1k' ? (['glb', 'fbx'] as const) : (['glb'] as const),
}));

const hasAssimp = spawnSync('assimp', ['version']).status === 0;
const assimpNote = hasAssimp ? '' : ' (not opened in another program: no assimp)';
const scratch = makeFolder();

/** Every eighth model, as starting assimp twice for each takes longer than making its levels. */
const isOpenedElsewhere = (id: string) => hasAssimp && models.findIndex((model) => model.id === id) % 8 === 0;

/** What assimp counts in a level, each mesh once. */
function openElsewhere(bytes: Uint8Array, format: string) {
  const file = path.join(scratch, `level.${format}`);
  writeFileSync(file, bytes);
  const told = execFileSync('assimp', ['info', file, '--raw'], { encoding: 'utf8' });
  const count = (what: string) => Number(new RegExp(`^${what}:\\s+(\\d+)`, 'm').exec(told)?.[1] ?? 0);
  return { faces: count('Faces'), pictures: count('Textures \\(embed\\.\\)') };
}
const countFaces = (document: Document) =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0);

const io = await createGltfIo();

const diagonalOf = ({ min, max }: bbox) => Math.hypot(...min.map((value, axis) => (max[axis] ?? 0) - value));
/** How far the boxes of two scenes are apart at most, as a share of the first one's diagonal. */
function compareBoxes(a: bbox, b: bbox): number {
  const ends = [
    a.min.map((value, axis) => value - (b.min[axis] ?? 0)),
    a.max.map((value, axis) => value - (b.max[axis] ?? 0)),
  ];
  return Math.max(...ends.flat().map(Math.abs)) / (diagonalOf(a) || 1);
}

test.skipIf(!hasSharedModels)('has real models to make levels of', () => {
  expect(models.length).toBeGreaterThan(40);
});

test.each(models)(`makes valid levels of $id${assimpNote}`, async ({ id, main, format }) => {
  const folder = path.join(sharedModelsFolder, id);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const support = Object.fromEntries(
    names.map((name) => [name.replaceAll(path.sep, '/'), path.join(folder, name)]),
  );
  const source = await readSource(io, { file: path.join(folder, main), format, support });
  const drawn = countDrawn(source);
  const [scene] = source.getRoot().listScenes();
  const levels = wanted.filter(({ lod }) => lodTriangles[lod] <= lodTriangles[nearestLevel(drawn)]);

  let inGlb: Document | null = null;
  for await (const { lod, format: made, bytes, deviation } of makeLevels(io, source, levels)) {
    const elsewhere = lod === '1k' && isOpenedElsewhere(id) ? openElsewhere(bytes, made) : null;
    if (made === 'fbx') {
      if (elsewhere && inGlb) expect(elsewhere.faces, 'fbx').toBe(countFaces(inGlb));
      continue;
    }
    const { issues } = await validateBytes(bytes);
    expect(issues.numErrors, `${lod}: ${JSON.stringify(issues.messages)}`).toBe(0);
    const document = await io.readBinary(bytes);
    inGlb = document;
    if (elsewhere) {
      const textures = document.getRoot().listTextures().length;
      expect(elsewhere, lod).toEqual({ faces: countFaces(document), pictures: textures });
    }
    const goal = Math.min(drawn, lodTriangles[lod]);
    expect(countDrawn(document), lod).toBeGreaterThanOrEqual(goal * 0.9);
    expect(countDrawn(document), lod).toBeLessThanOrEqual(goal * 1.1);
    expect(deviation, lod).toBeLessThan(0.01);
    expect((await io.binaryToJSON(bytes)).json.extensionsRequired, lod).toBeUndefined();
    for (const texture of document.getRoot().listTextures()) {
      expect(texture.getMimeType(), lod).toMatch(/^image\/(png|jpeg)$/);
      expect(Math.max(...(texture.getSize() ?? [])), lod).toBeLessThanOrEqual(1024);
    }
    const [own] = document.getRoot().listScenes();
    if (scene && own) expect(compareBoxes(getBounds(scene), getBounds(own)), lod).toBeLessThan(0.01);
  }
});
