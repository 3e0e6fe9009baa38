import { Buffer } from 'node:buffer';
import type { Document } from '@gltf-transform/core';
import { expect, test } from 'vitest';
import { createGltfIo } from '../../../server/derive/make/read/decoders.ts';
import { sample3ds } from '../../helpers/sample-cad.ts';
import { sampleGltfBuffer, sampleGltfDocument, samplePng } from '../../helpers/sample-files.ts';
import { sampleVox, voxBox, voxGroup, voxMove, voxShape } from '../../helpers/sample-vox.ts';
import { parseBytes } from '../inspect/parse-bytes.ts';
import { readFiles } from './read-files.ts';

const io = await createGltfIo();

const countTriangles = (document: Document) =>
  document
    .getRoot()
    .listMeshes()
    .flatMap((mesh) => mesh.listPrimitives())
    .reduce((sum, primitive) => sum + (primitive.getIndices()?.getCount() ?? 0) / 3, 0);

const obj = 'v 0 0 0\nv 0.5 0 0\nv 0 0.5 0\nv 0 0 0.5\nf 1 2 3\nf 1 2 4\n';
const facet =
  'facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1.5 0\nendloop\nendfacet\n';
const stl = `solid a\n${facet}${facet.replace('1.5', '2')}endsolid a\n`;

const ply = `ply
format ascii 1.0
element vertex 4
property float x
property float y
property float z
element face 2
property list uchar int vertex_indices
end_header
0 0 0
1.5 0 0
0 1.5 0
0 0 1.5
3 0 1 2
3 0 1 3
`;

const dae = (primitives: string, scene: string) => `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1"><library_geometries>
<geometry id="g"><mesh><source id="s"><float_array id="a" count="12">0 0 0 1 0 0 0 1 0 1 1 0</float_array>
<technique_common><accessor source="#a" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/>
<param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>${primitives}</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="all"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
${scene}</COLLADA>`;
const scene = '<scene><instance_visual_scene url="#all"/></scene>';
const corners = '<input semantic="VERTEX" source="#v" offset="0"/>';

const withCommas = dae(`<triangles count="2">${corners}<p>0 1 2 2 1 3</p></triangles>`, scene)
  .replace('0 0 0 1 0 0 0 1 0 1 1 0', '0,0 0 0 1,25 0 0 0 1,5 0 1 1 0,0')
  .replace('<library_geometries>', '<asset><unit meter="1,0"/></asset><library_geometries>');

const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');
const declared = dae(`<triangles count="2">${corners}<p>0 1 2 2 1 3</p></triangles>`, scene).replace(
  'version="1.0"',
  'version="1.0" encoding="UTF-16"',
);

test.each([
  ['obj', 'two bytes a sign', wide(obj)],
  ['stl', 'two bytes a sign', wide(stl)],
  ['ply', 'two bytes a sign', wide(ply)],
  ['dae', 'two bytes a sign', wide(declared)],
  ['dae', 'two bytes a sign, the higher first', wide(declared).swap16()],
  ['dae', 'two bytes a sign and no mark', Buffer.from(declared, 'utf16le')],
  ['obj', 'line ends of an old Mac', obj.replaceAll('\n', '\r')],
  ['obj', 'decimal commas', obj.replaceAll('0.5', '0,500')],
  ['obj', 'a byte-order mark', `\uFEFF${obj}`],
  ['stl', 'upper case', stl.toUpperCase()],
  ['stl', 'a byte-order mark', `\uFEFF${stl}`],
  ['stl', 'empty lines first', `\r\n \n${stl}`],
  ['stl', 'decimal commas', stl.replaceAll('1.5', '1,5')],
  ['ply', 'decimal commas', ply.replaceAll('1.5', '1,5')],
  ['ply', 'line ends of an old Mac', ply.replaceAll('\n', '\r')],
  ['dae', 'decimal commas', withCommas],
  ['dae', 'strips', dae(`<tristrips count="1">${corners}<p>0 1 2 3</p></tristrips>`, scene)],
  ['dae', 'fans', dae(`<trifans count="1">${corners}<p>0 1 3 2</p></trifans>`, scene)],
  ['dae', 'no scene', dae(`<triangles count="2">${corners}<p>0 1 2 2 1 3</p></triangles>`, '')],
])('the scan and the levels read %s with %s alike', async (format, _, content) => {
  const scanned = await parseBytes(format, content);
  const read = await readFiles(io, { [`a.${format}`]: content }, `a.${format}`);

  expect(scanned).toMatchObject({ triangles: 2, problem: null });
  expect(countTriangles(read)).toBe(2);
  const [mesh] = read.getRoot().listMeshes();
  const [, largest = 0] = mesh?.listPrimitives()[0]?.getAttribute('POSITION')?.getMaxNormalized([]) ?? [];
  expect(largest).toBeGreaterThan(0.4);
});

test('the scan and the levels read a 3DS alike, with its colour', async () => {
  const content = sample3ds();

  const scanned = await parseBytes('3ds', content);
  const read = await readFiles(io, { 'a.3ds': content }, 'a.3ds');

  expect([scanned.triangles, countTriangles(read)]).toEqual([12, 12]);
  const [red = 1, green = 0] = read.getRoot().listMaterials()[0]?.getBaseColorFactor() ?? [];
  expect(green).toBeGreaterThan(red);
});

test('the scan and the levels read a scene of cubes alike', async () => {
  const scene = [voxMove(0, 1), voxGroup(1, 2, 4), voxMove(2, 3, { _t: '9 0 0' }), voxMove(4, 5)];
  const content = sampleVox([voxBox(2, 3, 4), voxBox(1, 1, 1)], ...scene, voxShape(3, 0), voxShape(5, 1));

  const scanned = await parseBytes('vox', content);
  const read = await readFiles(io, { 'a.vox': content }, 'a.vox');

  expect([scanned.triangles, countTriangles(read)]).toEqual([24, 24]);
});

test('reads all material libraries that an OBJ names', async () => {
  const painted = `mtllib a.mtl b.mtl\n${obj.replace('f 1 2 3', 'usemtl red\nf 1 2 3\nusemtl green')}`;
  const files = {
    'a.obj': painted,
    'a.mtl': 'newmtl red\nKd 1 0 0\n',
    'b.mtl': 'newmtl green\nKd 0 1 0\n',
    'other.mtl': 'newmtl green\nKd 0 0 1\n',
  };

  const materials = (await readFiles(io, files, 'a.obj')).getRoot().listMaterials();

  const colours = materials.map((material) => material.getBaseColorFactor().slice(0, 3));
  expect(colours).toEqual([
    [1, 0, 0],
    [0, 1, 0],
  ]);
});

test.each(['first', 'second'])('finds the TGA of a COLLADA file the %s time', async () => {
  const tga = Buffer.from([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 24, 0, 0, 0, 255]);
  const painted = dae(`<triangles material="m" count="1">${corners}<p>0 1 2</p></triangles>`, scene)
    .replace(
      '<library_geometries>',
      `<library_images><image id="i"><init_from>t.tga</init_from></image></library_images><library_effects><effect id="e">
<profile_COMMON><newparam sid="f"><surface type="2D"><init_from>i</init_from></surface></newparam><newparam sid="l"><sampler2D>
<source>f</source></sampler2D></newparam><technique sid="c"><lambert><diffuse><texture texture="l" texcoord="UV"/></diffuse></lambert>
</technique></profile_COMMON></effect></library_effects><library_materials><material id="mat"><instance_effect url="#e"/></material>
</library_materials><library_geometries>`,
    )
    .replace(
      '<instance_geometry url="#g"/>',
      '<instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="m" target="#mat"/></technique_common></bind_material></instance_geometry>',
    );

  const read = await readFiles(io, { 'a.dae': painted, 't.tga': tga }, 'a.dae');

  expect(read.getRoot().listTextures()).toHaveLength(1);
});

test('reads a material library of UTF-16, and a picture under the name of another kind', async () => {
  const files = {
    'a.obj': `mtllib a.mtl\nvt 0 0\n${obj.replace('f 1 2 3', 'usemtl red\nf 1/1 2/1 3/1')}`,
    'a.mtl': wide('newmtl red\nmap_Kd bäume.jpg\n'),
    'bäume.jpg': samplePng(),
  };

  const [texture] = (await readFiles(io, files, 'a.obj')).getRoot().listTextures();

  expect(texture?.getMimeType()).toBe('image/png');
  expect(await parseBytes('mtl', files['a.mtl'])).toMatchObject({ references: ['bäume.jpg'] });
});

test('names a picture in a glTF by what it is', async () => {
  const shape = { triangles: 2 };
  const document = {
    ...sampleGltfDocument(shape, 'a.bin'),
    images: [{ uri: 'a.jpg' }],
    textures: [{ source: 0 }],
  };
  const materials = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
  const files = {
    'a.gltf': JSON.stringify({ ...document, materials }),
    'a.bin': sampleGltfBuffer(shape),
    'a.jpg': samplePng(),
  };

  const [texture] = (await readFiles(io, files, 'a.gltf')).getRoot().listTextures();

  expect(texture?.getMimeType()).toBe('image/png');
});
