import { expect, test } from 'vitest';
import { sampleGltfBuffer, sampleGltfDocument } from '../../helpers/sample-files.ts';
import { parseBytes } from './parse-bytes.ts';

const shape = { triangles: 2 };

async function usesOf(material: object, images: readonly object[]) {
  const gltf = {
    ...sampleGltfDocument(shape, 'a.bin'),
    materials: [material],
    textures: images.map((_, source) => ({ source })),
    images,
  };
  const found = await parseBytes('gltf', JSON.stringify(gltf), {
    siblings: { 'a.bin': sampleGltfBuffer(shape) },
  });
  expect(found.problem).toBeNull();
  return found.textures?.map(({ reference, map, material: name }) => [reference, map, name]);
}
const pbr = (baseColor: number, packed: number) => ({
  baseColorTexture: { index: baseColor },
  metallicRoughnessTexture: { index: packed },
});

test('tells what a glTF uses its picture files as', async () => {
  const material = {
    name: ' Oak ',
    pbrMetallicRoughness: pbr(0, 1),
    normalTexture: { index: 2 },
    occlusionTexture: { index: 1 },
    emissiveTexture: { index: 3 },
  };
  const uris = ['textures/one%20a.png', 'b.png', 'c.png', 'data:image/png;base64,AAAA'];

  const uses = await usesOf(
    material,
    uris.map((uri) => ({ uri })),
  );

  expect(uses).toEqual([
    ['textures/one a.png', 'baseColor', 'Oak'],
    ['c.png', 'normal', 'Oak'],
    ['b.png', 'orm', 'Oak'],
  ]);
});

test('takes red for occlusion only where the glTF or the name of the picture says so', async () => {
  const material = { pbrMetallicRoughness: pbr(0, 1) };
  const of = (uri: string) => usesOf(material, [{ uri: 'a.png' }, { uri }]);

  expect(await of('b.png')).toEqual([
    ['a.png', 'baseColor', null],
    ['b.png', 'metallicRoughness', null],
  ]);
  expect((await of('sofa_arm_1k.jpg'))?.[1]).toEqual(['sofa_arm_1k.jpg', 'orm', null]);
});

test('tells nothing of pictures that no material uses', async () => {
  expect(await usesOf({ name: 7 }, [{ uri: 'a.png' }])).toBeUndefined();
});

test('tells what an MTL uses pictures as', async () => {
  const text = `newmtl Oak wood
map_Kd -clamp on maps\\oak.png
map_Bump -bm 0.5 oak_normal.png
map_Ka oak.png
newmtl Iron
bump iron.png
norm iron2.png
map_Pr rough.png
map_Pm metal.png
map_d cut.png
`;

  const found = await parseBytes('mtl', text);

  expect(found.textures?.map(({ reference, map, material }) => [reference, map, material])).toEqual([
    ['maps/oak.png', 'baseColor', 'Oak wood'],
    ['oak_normal.png', 'normal', 'Oak wood'],
    ['iron.png', 'height', 'Iron'],
    ['iron2.png', 'normal', 'Iron'],
    ['rough.png', 'roughness', 'Iron'],
    ['metal.png', 'metallic', 'Iron'],
    ['cut.png', 'opacity', 'Iron'],
  ]);
});

test('keeps few of very many uses', async () => {
  const found = await parseBytes('mtl', 'map_Kd a.png\n'.repeat(3000));

  expect(found.textures).toHaveLength(2000);
});
