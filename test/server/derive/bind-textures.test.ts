import { type Document, ImageUtils, type Material, type Texture } from '@gltf-transform/core';
import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writePng } from '../../../.ci/demo/write-png.ts';
import { writeFbx } from '../../../server/derive/make/fbx/write-fbx.ts';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { greenBox, greenSet } from '../../helpers/unnamed-textures.ts';
import { readFiles } from './read-files.ts';

const io = await createGltfIo();

/** The level of as many triangles as there are, as it is on the disk. */
async function makeLevel(source: Document): Promise<Uint8Array> {
  const wanted = { lod: '1k', triangles: null, texture: 1024 } as const;
  for await (const { bytes } of makeLevels(io, source, [wanted])) return bytes;
  throw new Error('no level was made');
}

async function makeFrom(files: Readonly<Record<string, string | Uint8Array>>, name: string) {
  const bytes = await makeLevel(await readFiles(io, files, name));
  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
  const level = await io.readBinary(bytes);
  return level.getRoot().listMaterials();
}

/** The first pixel of a picture. */
async function pixelOf(texture: Texture | null | undefined): Promise<readonly number[]> {
  const picture = texture?.getImage();
  if (!picture) return [];
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray(0, info.channels)];
}

const picturesOf = async (material: Material | undefined) => ({
  colour: await pixelOf(material?.getBaseColorTexture()),
  surface: await pixelOf(material?.getMetallicRoughnessTexture()),
  normal: await pixelOf(material?.getNormalTexture()),
  occlusion: await pixelOf(material?.getOcclusionTexture()),
});

test('gives an OBJ without its MTL the textures beside it', async () => {
  const [material, ...others] = await makeFrom(greenBox, 'box.obj');

  expect(others).toEqual([]);
  // Roughness is green and metalness blue in glTF, whose normals are those of OpenGL.
  expect(await picturesOf(material)).toEqual({
    ...{ colour: [26, 154, 38], surface: [255, 128, 0], normal: [128, 153, 255], occlusion: [] },
  });
  expect([material?.getRoughnessFactor(), material?.getMetallicFactor()]).toEqual([1, 1]);
  expect(material?.getBaseColorFactor()).toEqual([1, 1, 1, 1]);
  expect(material?.getExtras()).toEqual({ textures: 'matched by name' });
});

/** The box as FBX of another program, with materials that name no pictures. */
async function writeBox(names: readonly string[]): Promise<Uint8Array> {
  const document = await readFiles(io, { 'box.obj': greenBox['box.obj'] }, 'box.obj');
  const [mesh] = document.getRoot().listMeshes();
  const [primitive] = mesh?.listPrimitives() ?? [];
  for (const [index, name] of names.entries()) {
    const own = index === 0 ? primitive : primitive?.clone();
    own?.setMaterial(document.createMaterial(name).setBaseColorFactor([0.8, 0.8, 0.8, 1]));
    if (own && index > 0) mesh?.addPrimitive(own);
  }
  return (await writeFbx(document, 'box')).bytes;
}

const paint = (red: number, green: number, blue: number) => writePng(() => [red, green, blue], 16);

test('gives an FBX of Unreal its colour, normals and packed picture', async () => {
  const [material] = await makeFrom(
    {
      'SM_Box.fbx': await writeBox(['M_Box']),
      'Textures/T_Box_BaseColor.png': paint(0.1, 0.6, 0.15),
      'Textures/T_Box_Normal.png': paint(0.5, 0.25, 1),
      'Textures/T_Box_ORM.png': paint(1, 0.5, 0),
    },
    'SM_Box.fbx',
  );

  expect(await picturesOf(material)).toEqual({
    colour: [26, 154, 38],
    ...{ surface: [255, 128, 0], normal: [128, 191, 255], occlusion: [255, 128, 0] },
  });
  expect(material?.getMetallicRoughnessTexture()).toBe(material?.getOcclusionTexture());
  expect(material?.getName()).toBe('M_Box');
});

test('gives each material of an FBX its own textures', async () => {
  const materials = await makeFrom(
    {
      'box.fbx': await writeBox(['Wood', 'Steel', 'Glass']),
      'box_wood_color.png': paint(0.1, 0.6, 0.15),
      'box_steel_color.png': paint(0.6, 0.1, 0.15),
    },
    'box.fbx',
  );

  const colours = await Promise.all(
    materials.map(async (material) => [material.getName(), await pixelOf(material.getBaseColorTexture())]),
  );
  expect(Object.fromEntries(colours)).toEqual({ Wood: [26, 154, 38], Steel: [154, 26, 38], Glass: [] });
});

test('cuts holes where a picture of the opacity says so', async () => {
  const files = { ...greenBox, 'textures/box_opacity.png': paint(0, 0, 0) };

  const [material] = await makeFrom(files, 'box.obj');

  expect(material?.getAlphaMode()).toBe('MASK');
  expect(await pixelOf(material?.getBaseColorTexture())).toEqual([26, 154, 38, 0]);
});

test('takes the textures that a file names before those called like it', async () => {
  const files = {
    ...greenSet,
    'box.obj': greenBox['box.obj'],
    'box.mtl': 'newmtl red\nmap_Kd other.png\n',
    'other.png': paint(0.8, 0.1, 0.08),
  };

  const [material] = await makeFrom(files, 'box.obj');

  expect(await pixelOf(material?.getBaseColorTexture())).toEqual([204, 26, 20]);
  expect(material?.getMetallicRoughnessTexture()).toBe(null);
});

test('finds no textures for a shape without coordinates for them', async () => {
  const triangle = 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n';

  expect(await makeFrom({ ...greenSet, 'box.obj': triangle }, 'box.obj')).toEqual([]);
});

test('makes a picture of several as large as the largest', async () => {
  const [material] = await makeFrom(
    { ...greenBox, 'textures/box_roughness.png': writePng(() => [0.5, 0.5, 0.5], 32) },
    'box.obj',
  );

  const picture = material?.getMetallicRoughnessTexture()?.getImage();
  expect(picture && ImageUtils.getSize(picture, 'image/png')).toEqual([32, 32]);
});
