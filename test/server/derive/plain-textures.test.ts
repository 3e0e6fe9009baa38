import { Document, ImageUtils } from '@gltf-transform/core';
import { EXTTextureAVIF, EXTTextureWebP, KHRTextureBasisu } from '@gltf-transform/extensions';
import { validateBytes } from 'gltf-validator';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { makeLevels } from '../../../server/derive/make/make-levels.ts';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { basisTextures } from '../../helpers/basis-textures.ts';
import { editGlb } from '../../helpers/solid-glb.ts';
import { readFiles } from './read-files.ts';

const io = await createGltfIo();

const basis = (name: keyof typeof basisTextures) =>
  new Uint8Array(Buffer.from(basisTextures[name], 'base64'));
/** The colours of `basisTextures`, each channel of four bytes. */
const corners = [
  [255, 0, 0],
  [0, 255, 0],
  [0, 0, 255],
  [255, 255, 255],
];
function draw(alphaOfLeft: number) {
  const pixels = Array.from({ length: 16 * 16 }, (_, at) => {
    const [column, row] = [at % 16 < 8 ? 0 : 1, at < 128 ? 0 : 1];
    return [...(corners[row * 2 + column] ?? []), column === 0 ? alphaOfLeft : 255];
  });
  return sharp(Uint8Array.from(pixels.flat()), { raw: { width: 16, height: 16, channels: 4 } });
}

/** A GLB of a triangle with this texture, as files of the kind have it: it needs the extension. */
async function makeGlb(type: string, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const document = new Document();
  document.createExtension(KHRTextureBasisu).setRequired(true);
  document.createExtension(EXTTextureWebP).setRequired(true);
  document.createExtension(EXTTextureAVIF).setRequired(true);
  const accessor = (kind: 'VEC2' | 'VEC3', values: readonly number[]) =>
    document
      .createAccessor()
      .setType(kind)
      .setArray(Float32Array.from(values))
      .setBuffer(document.getRoot().listBuffers()[0] ?? document.createBuffer());
  const texture = document.createTexture('wood').setMimeType(type).setImage(bytes);
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', [0, 0, 0, 1, 0, 0, 0, 1, 0]))
    .setAttribute('TEXCOORD_0', accessor('VEC2', [0, 0, 1, 0, 0, 1]))
    .setMaterial(document.createMaterial('paint').setBaseColorTexture(texture));
  const node = document.createNode('one').setMesh(document.createMesh().addPrimitive(primitive));
  document.createScene().addChild(node);
  return new Uint8Array(await io.writeBinary(document));
}

async function makeOne(glb: Uint8Array, pixels: number) {
  const source = await readFiles(io, { 'one.glb': glb }, 'one.glb');
  const wanted = { lod: '1k', triangles: null, texture: pixels } as const;
  for await (const { bytes } of makeLevels(io, source, [wanted])) {
    const { json } = await io.binaryToJSON(bytes);
    const [texture] = (await io.readBinary(bytes)).getRoot().listTextures();
    return { bytes, json, picture: texture?.getImage() ?? new Uint8Array(), type: texture?.getMimeType() };
  }
  throw new Error('nothing was made');
}

async function readCorners(picture: Uint8Array) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const [near, far] = [Math.floor(info.width / 4), Math.floor((info.width * 3) / 4)];
  return [
    [near, near],
    [far, near],
    [near, far],
    [far, far],
  ].map(([x = 0, y = 0]) => [...data.subarray((y * info.width + x) * 4, (y * info.width + x) * 4 + 4)]);
}

test.each([
  ['a Basis texture of ETC1S', 'image/ktx2', () => basis('etc1s')],
  ['WebP', 'image/webp', () => draw(255).webp({ quality: 95 }).toBuffer()],
  ['AVIF', 'image/avif', () => draw(255).avif({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()],
])('makes %s such that every program reads it', async (_, type, make) => {
  const { bytes, json, picture, type: made } = await makeOne(await makeGlb(type, await make()), 8);

  expect(made).toBe('image/jpeg');
  expect([json.extensionsUsed, json.extensionsRequired]).toEqual([undefined, undefined]);
  expect(ImageUtils.getSize(picture, 'image/jpeg')).toEqual([8, 8]);
  for (const [at, found] of (await readCorners(picture)).entries())
    for (const [channel, value] of (corners[at] ?? []).entries())
      expect(Math.abs((found[channel] ?? 0) - value), `${at}: ${found}`).toBeLessThan(24);
  expect((await validateBytes(bytes)).issues.numErrors).toBe(0);
});

test.each([
  ['a Basis texture of UASTC', 'image/ktx2', () => basis('uastc')],
  ['WebP', 'image/webp', () => draw(0).webp({ lossless: true }).toBuffer()],
])('keeps the alpha of %s', async (_, type, make) => {
  const { picture, type: made } = await makeOne(await makeGlb(type, await make()), 1024);

  expect(made).toBe('image/png');
  expect(ImageUtils.getSize(picture, 'image/png')).toEqual([16, 16]);
  expect((await readCorners(picture)).map(([, , , alpha]) => alpha)).toEqual([0, 255, 0, 255]);
});

test('takes the plain picture that a file brings too', async () => {
  const glb = await makeGlb('image/webp', await draw(255).webp().toBuffer());
  const png = (await draw(255).png().toBuffer()).toString('base64');
  const plain = { uri: `data:image/png;base64,${png}` };
  const both = editGlb(glb, (json) => {
    json.images = [...[json.images].flat(), plain];
    json.textures = [{ source: 1, extensions: { EXT_texture_webp: { source: 0 } } }];
    json.extensionsUsed = ['EXT_texture_webp'];
    delete json.extensionsRequired;
  });

  const { picture, type } = await makeOne(both, 1024);

  expect({ type, base64: Buffer.from(picture).toString('base64') }).toEqual({
    type: 'image/png',
    base64: png,
  });
});

test.each([
  ['a damaged Basis texture', 'image/ktx2', () => basis('uastc').fill(7, 190)],
  ['a damaged WebP', 'image/webp', async () => (await draw(255).webp().toBuffer()).fill(7, 12)],
])('names %s', async (_, type, make) => {
  const glb = await makeGlb(type, await make());

  await expect(makeOne(glb, 1024)).rejects.toThrow('Its texture wood cannot be read');
});

test('requires no extension that a source requires', async () => {
  const names = ['KHR_materials_unlit', 'KHR_texture_transform'];
  const turned = { KHR_texture_transform: { scale: [2, 2] } };
  const glb = editGlb(await makeGlb('image/png', await draw(255).png().toBuffer()), (json) => {
    Object.assign(json, { extensionsUsed: names, extensionsRequired: names });
    const pbrMetallicRoughness = { baseColorTexture: { index: 0, extensions: turned } };
    json.materials = [{ pbrMetallicRoughness, extensions: { KHR_materials_unlit: {} } }];
  });

  const { json } = await makeOne(glb, 1024);

  expect(json.extensionsUsed).toEqual(names);
  expect(json.extensionsRequired).toBeUndefined();
});
