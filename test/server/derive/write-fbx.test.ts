import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Document, getBounds } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { writePng } from '../../../.ci/demo/write-png.ts';
import { writeFbx } from '../../../server/derive/make/fbx/write-fbx.ts';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { readSource } from '../../../server/derive/make/read/read-source.ts';
import { inspectFile } from '../../helpers/inspect-file.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { hasSharedModels, readSharedModels, sharedModelsFolder } from '../../helpers/shared-models.ts';
import { makeSolidGlb } from '../../helpers/solid-glb.ts';
import { makePlaced } from './placed-document.ts';

const io = await createGltfIo();

type Written = Awaited<ReturnType<typeof writeFbx>>;

/** The FBX and the pictures beside it on disk, as a source. */
function writeTemporary({ bytes, support }: Written) {
  const folder = makeFolder();
  const write = (name: string, content: Uint8Array) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  };
  const needed = support.map((picture) => [picture.path, write(picture.path, picture.bytes)] as const);
  return { file: write('model.fbx', bytes), format: 'fbx', support: Object.fromEntries(needed) };
}

const hasAssimp = spawnSync('assimp', ['version']).status === 0;
const assimpNote = hasAssimp ? '' : ' (skipped: no assimp)';

const facesIn = (told: string) => Number(/^Faces:\s+(\d+)/m.exec(told)?.[1]);

/** What assimp reads in a file. */
const askAssimp = (file: string) => execFileSync('assimp', ['info', file, '--raw'], { encoding: 'utf8' });

async function makeFbx(source: Document, triangles: number | null): Promise<Written> {
  const wanted = { lod: '1k', triangles, texture: 1024, formats: ['fbx'] } as const;
  for await (const made of makeLevels(io, source, [wanted])) if (made.format === 'fbx') return made;
  throw new Error('No FBX was made.');
}

test('keeps places, names and materials in FBX', async () => {
  const source = makePlaced();
  const [scene] = source.getRoot().listScenes();
  const before = scene && getBounds(scene);

  const written = writeTemporary(await writeFbx(source, 'model'));

  const read = await readSource(io, written);
  const [after] = read.getRoot().listScenes();
  const bounds = after && getBounds(after);
  const ends = ['min', 'max'] as const;
  for (const end of ends)
    for (const [axis, value] of (before?.[end] ?? []).entries())
      expect(bounds?.[end][axis]).toBeCloseTo(value, 3);
  expect(
    read
      .getRoot()
      .listNodes()
      .map((node) => node.getName()),
  ).toEqual(expect.arrayContaining(['Chest', 'Lid']));
  const [material] = read.getRoot().listMaterials();
  expect(material?.getName()).toBe('Lacquer');
  const uvs = read.getRoot().listMeshes()[0]?.listPrimitives()[0]?.getAttribute('TEXCOORD_0');
  const found = Array.from({ length: uvs?.getCount() ?? 0 }, (_, vertex) => uvs?.getElement(vertex, []));
  expect(found).toContainEqual([0, 0.25]);
});

test('puts pictures beside the FBX, under names that tell what they hold', async () => {
  const source = await io.readBinary(new Uint8Array(await makeSolidGlb({ rows: 40, texture: 64 })));
  const [material] = source.getRoot().listMaterials();
  const paint = (name: string, red: number) =>
    source
      .createTexture(name)
      .setMimeType('image/png')
      .setImage(new Uint8Array(writePng(() => [red, 0.5, 0.5], 16)));
  const packed = paint('image 7', 0.9);
  material?.setName('Old Oak').setNormalTexture(paint('image 6', 0.5)).setOcclusionTexture(packed);
  material?.setMetallicRoughnessTexture(packed);

  const made = await makeFbx(source, 1000);

  const written = writeTemporary(made);
  const inspection = await inspectFile(written.file, 'fbx');
  const [colour, normal] = ['model_fbx/old_oak_basecolor.png', 'model_fbx/old_oak_normal.png'];
  expect(made.support.map((picture) => picture.path)).toEqual([colour, normal, 'model_fbx/old_oak_orm.png']);
  expect(inspection).toMatchObject({ problem: null, references: [colour, normal] });
  expect(inspection.textures).toEqual([
    { reference: colour, map: 'baseColor', material: 'Old Oak' },
    { reference: normal, map: 'normal', material: 'Old Oak' },
  ]);
  expect(inspection.triangles).toBeGreaterThan(900);
  expect(inspection.triangles).toBeLessThanOrEqual(1100);
  const read = await readSource(io, written);
  expect(read.getRoot().listMaterials()[0]?.getBaseColorTexture()).not.toBeNull();
});

const models = hasSharedModels
  ? readSharedModels().filter(({ id }) =>
      [
        'knight',
        'fox-animated',
        'flight-helmet',
        'birthday-cake',
        'car-taxi',
        'neon-love-sign',
        'sofa',
      ].includes(id),
    )
  : [];

test.skipIf(!hasSharedModels || !hasAssimp).each(models)(
  `opens the FBX of $id in another program${assimpNote}`,
  async ({ id, main, format }) => {
    const folder = path.join(sharedModelsFolder, id);
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const support = Object.fromEntries(
      names.map((name) => [name.replaceAll(path.sep, '/'), path.join(folder, name)]),
    );
    const source = await readSource(io, { file: path.join(folder, main), format, support });
    const [scene] = source.getRoot().listScenes();
    const height = scene ? getBounds(scene).max[1] - getBounds(scene).min[1] : 0;
    const pictures = source
      .getRoot()
      .listMaterials()
      .some((material) => material.getBaseColorTexture() !== null);

    const written = writeTemporary(await makeFbx(source, null));

    const told = askAssimp(written.file);
    const read = await readSource(io, written);
    const [made] = read.getRoot().listScenes();
    expect(facesIn(told)).toBe(facesIn(askAssimp(path.join(folder, main))));
    expect(told.includes('_basecolor.')).toBe(pictures);
    expect(made ? getBounds(made).max[1] - getBounds(made).min[1] : 0).toBeCloseTo(height, 1);
  },
);
