import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type bbox, getBounds } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import { beforeAll, expect, test } from 'vitest';
import { nearestLevel } from '../../../server/catalogue/model/nearest-level.ts';
import { lodTriangles } from '../../../server/contract/limits.ts';
import { createGltfIo } from '../../../server/derive/make/decoders.ts';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { countDrawn } from '../../../server/derive/make/merge-meshes.ts';
import { readSource } from '../../../server/derive/make/read-source.ts';
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
}));

let io: Awaited<ReturnType<typeof createGltfIo>>;
beforeAll(async () => {
  io = await createGltfIo();
});

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

test.each(models)('makes valid levels of $id', async ({ id, main, format }) => {
  const folder = path.join(sharedModelsFolder, id);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const support = Object.fromEntries(
    names.map((name) => [name.replaceAll(path.sep, '/'), path.join(folder, name)]),
  );
  const source = await readSource(io, { file: path.join(folder, main), format, support });
  const drawn = countDrawn(source);
  const [scene] = source.getRoot().listScenes();
  const levels = wanted.filter(({ lod }) => lodTriangles[lod] <= lodTriangles[nearestLevel(drawn)]);

  for await (const { lod, bytes, deviation } of makeLevels(io, source, levels)) {
    const { issues } = await validateBytes(bytes);
    expect(issues.numErrors, `${lod}: ${JSON.stringify(issues.messages)}`).toBe(0);
    const made = await io.readBinary(bytes);
    const goal = Math.min(drawn, lodTriangles[lod]);
    expect(countDrawn(made), lod).toBeGreaterThanOrEqual(goal * 0.9);
    expect(countDrawn(made), lod).toBeLessThanOrEqual(goal * 1.1);
    expect(deviation, lod).toBeLessThan(0.01);
    expect((await io.binaryToJSON(bytes)).json.extensionsRequired, lod).toBeUndefined();
    for (const texture of made.getRoot().listTextures()) {
      expect(texture.getMimeType(), lod).toMatch(/^image\/(png|jpeg)$/);
      expect(Math.max(...(texture.getSize() ?? [])), lod).toBeLessThanOrEqual(1024);
    }
    const [own] = made.getRoot().listScenes();
    if (scene && own) expect(compareBoxes(getBounds(scene), getBounds(own)), lod).toBeLessThan(0.01);
  }
});
