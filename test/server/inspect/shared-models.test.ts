import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { createFileInspector } from '../../../server/inspect/file-inspector.ts';
import { parseBytes } from './parse-bytes.ts';

type SharedModel = {
  readonly id: string;
  readonly main: string;
  readonly format: string;
  readonly files: readonly string[];
  readonly sha256: string;
  readonly triangles?: number;
  readonly animations?: number;
  readonly skins?: number;
  readonly bones?: number;
  readonly malformed?: boolean;
};

const folder = path.resolve(import.meta.dirname, '../../../../shared/data/models');
const manifest = path.join(folder, 'manifest.json');
const isShared = existsSync(manifest);
const models: readonly SharedModel[] = isShared ? JSON.parse(readFileSync(manifest, 'utf8')) : [];
const sound = models.filter(({ malformed }) => malformed !== true);
const inspect = createFileInspector();

function inspectShared(id: string, file: string) {
  return inspect(path.join(folder, id, file), path.extname(file).slice(1).toLowerCase());
}

test.skipIf(!isShared)('agrees with the manifest of the shared models', async () => {
  for (const { id, main, sha256, triangles, animations, skins, bones } of sound) {
    const found = await inspectShared(id, main);
    const joints = skins ?? bones;

    expect(found.problem, id).toBeNull();
    expect(found.sha256, id).toBe(sha256);
    expect(found.triangles, id).toBe(triangles);
    if (animations !== undefined) expect(found.animated, id).toBe(animations > 0);
    if (joints !== undefined) expect(found.rigged, id).toBe(joints > 0);
  }
});

test.skipIf(!isShared)('finds no fault with files beside shared models', async () => {
  for (const { id, files } of models) {
    for (const file of files.slice(1)) {
      const found = await inspectShared(id, file);

      expect(found.problem, `${id}/${file}`).toBeNull();
    }
  }
});

test.skipIf(!isShared)('names the files that shared glTF need', async () => {
  for (const { id, main, files, format } of sound.filter(
    ({ format }) => format === 'gltf' || format === 'glb',
  )) {
    const found = await inspectShared(id, main);

    expect([...found.references].sort(), `${id} ${format}`).toEqual(files.slice(1).sort());
  }
});

test.skipIf(!isShared)('says what is wrong with malformed shared models', async () => {
  const problems: string[] = [];
  for (const { id, main } of models.filter(({ malformed }) => malformed === true)) {
    const { problem } = await inspectShared(id, main);
    problems.push(textOf(problem ?? `${main}: nothing`));
  }

  expect(problems).toMatchInlineSnapshot(`
    [
      "badArray.gltf is not valid glTF: meshes[0].primitives must be a list. Export it again.",
      "badNumber.gltf is not valid glTF: materials[0].normalTexture.scale must be a finite number. Export it again.",
      "RecursiveNodes.gltf has a scene in which node 1 contains itself. Export it again.",
      "IndexOutOfRange.gltf names vertex 255 in mesh 0, which has 24 vertices. Export it again.",
      "BoxTextured.gltf needs "BoxTextured0.bin", which is missing. Put it next to the file or export it again.",
      "BoxWithInfinites.glb has a vertex at infinity in mesh 0. Export it again.",
      "triangle_with_empty_solid.stl has no facet in solid 2. Remove the empty solid or export it again.",
      "cube_binary_starts_with_nl.ply starts its data with a line feed, which many programs read as part of its header. Export it again as ASCII or as GLB.",
      "malformed_property_index_oob.3mf names property 1000000 in triangle 1 of a group with 1 properties. Export it again.",
    ]
  `);
});

test.skipIf(!isShared)('counts a binary USD scene that lies alone', async () => {
  const { triangles } = sound.find(({ id }) => id === 'usdz-riggedfigure') ?? {};
  const archive = readFileSync(path.join(folder, 'usdz-riggedfigure', 'RiggedFigure.usdz'));
  const begin = archive.indexOf('PXR-USDC');
  // Nothing in the archive is compressed; the entry ends before the directory.
  const scene = archive.subarray(begin, archive.indexOf('PK\x01\x02', begin, 'latin1'));

  expect(await parseBytes('usdc', scene)).toMatchObject({ triangles, rigged: true, problem: null });
});
