import { type Document, getBounds } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { sampleZip } from '../../helpers/sample-archives.ts';
import { sampleGltf } from '../../helpers/sample-files.ts';
import { hasSharedModels, readSharedFile, readSharedModels } from '../../helpers/shared-models.ts';
import { colouredBox, solidModels } from '../../helpers/solid-models.ts';
import { readFiles } from './read-files.ts';

const io = await createGltfIo();

/** Width, height and depth. */
function sizeOf(document: Document): readonly number[] {
  const [scene] = document.getRoot().listScenes();
  if (!scene) throw new Error('there is no scene');
  const { min, max } = getBounds(scene);
  return max.map((value, axis) => value - (min[axis] ?? 0));
}

test.each([
  ['dae', 1],
  ['usdz', 1],
  ['usda', 1],
  ['3mf', 0.001],
])('stands a box of %s upright, in metres', async (format, metres) => {
  const size = sizeOf(await readFiles(io, solidModels[format] ?? {}, `box.${format}`));

  for (const [axis, units] of [2, 1.2, 1].entries()) expect(size[axis]).toBeCloseTo(units * metres, 5);
});

const png = solidModels.fbx?.['textures/box_red_basecolor.png'] ?? '';
const paintedDae = String(solidModels.dae?.['box.dae'])
  .replace(
    '<library_effects>',
    '<library_images><image id="i"><init_from>textures/red.png</init_from></image></library_images><library_effects>',
  )
  .replace(
    '<profile_COMMON>',
    '<profile_COMMON><newparam sid="f"><surface type="2D"><init_from>i</init_from></surface></newparam><newparam sid="l"><sampler2D><source>f</source></sampler2D></newparam>',
  )
  .replace(
    '<color>0.8 0.1 0.08 1</color></diffuse>',
    '<texture texture="l" texcoord="UV"/></diffuse><transparency><float>0</float></transparency>',
  )
  .replace(
    '<vertices',
    '<source id="u"><float_array id="b" count="16">0 0 0 1 1 0 1 1 0 0 0 1 1 0 1 1</float_array><technique_common><accessor source="#b" count="8" stride="2"><param name="S" type="float"/><param name="T" type="float"/></accessor></technique_common></source><vertices',
  )
  .replace('</vertices>', '<input semantic="TEXCOORD" source="#u"/></vertices>');
const paintedUsd = `#usda 1.0
def Xform "Box"
{
    def Mesh "Mesh"
    {
        int[] faceVertexCounts = [3]
        int[] faceVertexIndices = [0, 1, 2]
        point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
        texCoord2f[] primvars:st = [(0, 0), (1, 0), (0, 1)] (
            interpolation = "vertex"
        )
        rel material:binding = </Box/Red>
    }
    def Material "Red"
    {
        token outputs:surface.connect = </Box/Red/Surface.outputs:surface>
        def Shader "Surface"
        {
            uniform token info:id = "UsdPreviewSurface"
            color3f inputs:diffuseColor.connect = </Box/Red/Picture.outputs:rgb>
            token outputs:surface
        }
        def Shader "Picture"
        {
            uniform token info:id = "UsdUVTexture"
            asset inputs:file = @textures/red.png@
            float3 outputs:rgb
        }
    }
}
`;

test.each([
  ['COLLADA, beside it', 'box.dae', { 'box.dae': paintedDae, 'textures/red.png': png }],
  [
    'USD, inside it',
    'box.usdz',
    {
      'box.usdz': sampleZip([
        { name: 'box.usda', content: paintedUsd, isStored: true },
        { name: 'textures/red.png', content: Buffer.from(png), isStored: true },
      ]),
    },
  ],
])('finds the picture of %s', async (_, name, files) => {
  const [material] = (await readFiles(io, files, name)).getRoot().listMaterials();

  expect(material?.getBaseColorTexture()?.getImage()).toEqual(Uint8Array.from(Buffer.from(png)));
  // A COLLADA file that says nothing of its kind of transparency means that all is seen.
  expect(material?.getBaseColorFactor()[3]).toBe(1);
  expect(material?.getAlphaMode()).toBe('OPAQUE');
});

test('reads a glTF with odd names, without the picture that is missing', async () => {
  const { content, beside } = sampleGltf({ triangles: 4 });
  const document = {
    ...JSON.parse(content),
    images: [{ uri: 'gone.png' }, { uri: 'Maps\\RED 100%.png?v=3' }],
    textures: [{ source: 0 }, { source: 1 }],
    materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 1 } }, emissiveTexture: { index: 0 } }],
  };
  const files = { 'box.gltf': JSON.stringify(document), 'maps/red 100%.png': png, ...beside };

  const source = await readFiles(io, files, 'box.gltf');

  const [material] = source.getRoot().listMaterials();
  expect(source.getRoot().listTextures()).toHaveLength(1);
  expect(material?.getBaseColorTexture()?.getImage()).toEqual(Uint8Array.from(Buffer.from(png)));
  expect(material?.getEmissiveTexture()).toBeNull();
});

test.skipIf(!hasSharedModels)('finds the picture inside an FBX that is text', async () => {
  const id = 'fbx-animated-slime-ascii';
  const { main } = readSharedModels().find((model) => model.id === id) ?? { main: '' };

  const source = await readFiles(io, { [main]: readSharedFile(id, main) }, main);

  const [texture] = source.getRoot().listTextures();
  expect(texture?.getMimeType()).toBe('image/png');
  expect(texture?.getSize()).toEqual([2048, 2048]);
});

test.each(['stl', 'obj'])('gives no material to %s without one', async (format) => {
  const { [`box.${format}`]: file = '' } = solidModels[format] ?? {};
  const source = await readFiles(io, { [`box.${format}`]: file }, `box.${format}`);

  expect(source.getRoot().listMeshes()).not.toEqual([]);
  expect(source.getRoot().listMaterials()).toEqual([]);
});

test('makes no mirror of a shiny OBJ', async () => {
  const files = { ...solidModels.obj, 'box.mtl': 'newmtl red\nNs 272\n' };

  const source = await readFiles(io, files, 'box.obj');

  // As posters show the OBJ itself.
  expect(source.getRoot().listMaterials()[0]?.getRoughnessFactor()).toBe(0.35);
});

test('finds the colours of 3MF, which are of a namespace of their own', async () => {
  const source = await readFiles(io, colouredBox(), 'box.3mf');

  const [mesh] = source.getRoot().listMeshes();
  expect(mesh?.listPrimitives()[0]?.getAttribute('COLOR_0')).not.toBe(null);
});
