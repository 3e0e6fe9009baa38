import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, getBounds } from '@gltf-transform/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { readSource } from '../../../server/derive/make/read/read-source.ts';
import { bakeSkins } from '../../../server/derive/make/simplify/bake-skins.ts';
import { locateZipEntry } from '../../../server/inspect/archive/read-zip-entry.ts';
import { readZipDirectory } from '../../../server/inspect/archive/zip-directory.ts';
import { createMemorySource } from '../../../server/inspect/byte-source.ts';
import { inspectFile } from '../../helpers/inspect-file.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { makePlaced } from './placed-document.ts';

let io: Awaited<ReturnType<typeof createGltfIo>>;
let textured: Uint8Array;
beforeAll(async () => {
  io = await createGltfIo();
  textured = await makeSolidGlb({ rows: 20, texture: 16, isSkinned: true });
});

/** Writes a scene as it is, with what it needs, and reads it again. */
async function writeAndRead(source: Document, format: 'obj' | 'usdz') {
  const folder = makeFolder();
  const support: Record<string, string> = {};
  const file = path.join(folder, `thing.${format}`);
  const wanted = { lod: '1k', name: 'thing', triangles: null, texture: 64, formats: [format] } as const;
  for await (const made of makeLevels(io, source, [wanted])) {
    writeFileSync(file, made.bytes);
    for (const { path: inside, bytes } of made.support) {
      support[inside] = path.join(folder, inside);
      mkdirSync(path.dirname(path.join(folder, inside)), { recursive: true });
      writeFileSync(path.join(folder, inside), bytes);
    }
  }
  return { folder, file, support, read: await readSource(io, { file, format, support }) };
}

/** The box around what a scene draws at rest. */
function boxOf(document: Document): readonly number[] {
  const [scene] = document.getRoot().listScenes();
  if (!scene) return [];
  const { min, max } = getBounds(scene);
  return [...min, ...max].map((value) => Math.round(value * 1000) / 1000);
}

describe.each(['obj', 'usdz'] as const)('a scene as %s', (format) => {
  test('has its places, names and materials', async () => {
    const source = makePlaced();
    const before = boxOf(source);

    const { read, file } = await writeAndRead(source, format);

    expect(boxOf(read)).toEqual(before);
    expect(await inspectFile(file, format)).toMatchObject({ triangles: 2, problem: null });
    const names = read
      .getRoot()
      .listNodes()
      .map((node) => node.getName());
    expect(names).toContain('Lid');
    const [material] = read.getRoot().listMaterials();
    const text = readFileSync(file, 'latin1');
    expect(text).toContain(format === 'obj' ? 'usemtl Lacquer' : 'def Material "Lacquer"');
    const colour = material?.getBaseColorFactor().map((value) => Math.round(value * 1000) / 1000);
    expect(colour).toEqual([0.5, 0.25, 0.125, 1]);
    const uvs = read.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('TEXCOORD_0');
    const found = Array.from({ length: uvs?.getCount() ?? 0 }, (_, vertex) => uvs?.getElement(vertex, []));
    expect(found).toContainEqual([0, 0.25]);
  });

  test('has its pictures, and stands still where joints have it', async () => {
    const source = await io.readBinary(textured);
    const still = await io.readBinary(textured);
    bakeSkins(still);

    const { read, support } = await writeAndRead(source, format);

    expect(read.getRoot().listTextures().length).toBeGreaterThan(0);
    expect(boxOf(read)).toEqual(boxOf(still));
    expect(Object.keys(support).filter((name) => /\.png$/.test(name))).toHaveLength(format === 'obj' ? 1 : 0);
  });
});

test('keeps what is mirrored turned outwards in OBJ', async () => {
  const source = makePlaced();
  const [chest] = source
    .getRoot()
    .listNodes()
    .filter((node) => node.getName() === 'Chest');
  const facesOf = async (document: Document) =>
    readFileSync((await writeAndRead(document, 'obj')).file, 'utf8').match(/^f .*$/gm);
  const plain = await facesOf(makePlaced());
  chest?.setScale([-2, 2, 2]);

  const mirrored = await facesOf(source);

  expect(plain?.[0]).toBe('f 1/1 2/2 3/3');
  expect(mirrored?.[0]).toBe('f 1/1 3/3 2/2');
});

test('lays out USDZ as its readers map it into memory', async () => {
  const { file } = await writeAndRead(await io.readBinary(textured), 'usdz');

  const source = createMemorySource(readFileSync(file));
  const entries = readZipDirectory(source);
  expect(entries.map(({ name }) => name)).toEqual([
    'scene.usda',
    expect.stringMatching(/^textures\/.*\.png$/),
  ]);
  for (const entry of entries) {
    expect(entry.method).toBe(0);
    expect(locateZipEntry(source, entry) % 64).toBe(0);
  }
});

const hasAssimp = spawnSync('assimp', ['version']).status === 0;
test.skipIf(!hasAssimp)(
  `opens the OBJ in another program${hasAssimp ? '' : ' (skipped: no assimp)'}`,
  async () => {
    const { file } = await writeAndRead(await io.readBinary(textured), 'obj');

    const told = execFileSync('assimp', ['info', file, '--raw'], { encoding: 'utf8' });

    const { triangles } = await inspectFile(file, 'obj');
    expect(Number(/^Faces:\s+(\d+)/m.exec(told)?.[1])).toBe(triangles);
    expect(told).toContain('thing_obj/');
  },
);
