import { Box3, LoadingManager, Mesh, MeshPhongMaterial, type Object3D, Points, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { isMeshFormat, readMeshFile } from '../../../src-renderer/studio/read-mesh-file.ts';
import { solidModels } from '../../helpers/solid-models.ts';

const toBytes = (content: string | Uint8Array): ArrayBuffer => new Uint8Array(Buffer.from(content)).buffer;

/** Reads a model as a worker does, which has no document. */
async function read(
  format: string,
  content: string | Uint8Array,
  siblings: Record<string, string | Uint8Array> = {},
) {
  if (!isMeshFormat(format)) throw new Error(`${format} is read otherwise`);
  const { root, metresPerUnit } = await readMeshFile(format, {
    bytes: toBytes(content),
    manager: new LoadingManager(),
    siblings: Object.keys(siblings),
    readSibling: async (path) => toBytes(siblings[path] ?? ''),
  });
  root.updateMatrixWorld(true);
  const size = new Box3().setFromObject(root).getSize(new Vector3()).toArray();
  return { root, metresPerUnit, size: size.map((length) => Number(length.toFixed(3))) };
}

function listMeshes(root: Object3D): readonly Mesh[] {
  const meshes: Mesh[] = [];
  root.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  return meshes;
}
const countCorners = (root: Object3D) =>
  listMeshes(root).reduce(
    (sum, { geometry }) => sum + (geometry.index?.count ?? geometry.getAttribute('position').count),
    0,
  );

const plain = Object.entries(solidModels).flatMap(([name, files]) => {
  const [[file, content] = ['', ''], ...others] = Object.entries(files);
  const format = file.split('.').at(-1) ?? '';
  return ['stl', 'ply', 'dae', '3mf', 'usdz', 'usda', 'vox', '3ds'].includes(format) &&
    !name.includes('points')
    ? [[name, format, content, Object.fromEntries(others)] as const]
    : [];
});

test.each(plain)('reads %s without a document', async (_name, format, content, others) => {
  const { root } = await read(format, content, others);

  expect(countCorners(root)).toBe(36);
});

const triangle = (faceColours: boolean) =>
  [
    ...['ply', 'format ascii 1.0', 'element vertex 3'],
    ...['property float x', 'property float y', 'property float z'],
    ...['element face 1', 'property list uchar int vertex_indices'],
    ...(faceColours ? ['property uchar red', 'property uchar green', 'property uchar blue'] : []),
    ...['end_header', '0 0 0', '1 0 0', '0 1 0', `3 0 1 2${faceColours ? ' 255 0 0' : ''}`, ''],
  ].join('\n');

test('takes a PLY with coloured faces for a surface', async () => {
  const { root } = await read('ply', triangle(true));

  expect([root instanceof Mesh, root instanceof Points]).toEqual([true, false]);
});

test('finds materials whose names are set off by tabs', async () => {
  const obj = 'mtllib can.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl\tred can\nf 1 2 3\n';
  const mtl = 'newmtl\tred can\t\t\r\n\tKd\t1 0 0\r\n';

  const { root } = await read('obj', obj, { '1k/other.mtl': 'newmtl a\n', '1k/can.mtl': mtl });

  const [mesh] = listMeshes(root);
  const material = [mesh?.material ?? []].flat()[0];
  expect(material instanceof MeshPhongMaterial && material.color.getHexString()).toBe('ff0000');
});

const dae = (unit: string, number: (text: string) => string) => `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.0">
<asset><unit meter="${unit}"/><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="12">${number('0.000000 0.000000 0.000000 2.000000 0.000000 0.000000 2.000000 3.000000 0.000000 0.000000 3.000000 0.000000')}</float_array>
<technique_common><accessor source="#pa" count="4" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<polygons material="m" count="2"><input semantic="VERTEX" offset="0" source="#v"/><p>0 1 2</p><p>0 2 3</p></polygons>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

test.each([
  ['points', '0.010000', (text: string) => text],
  ['commas', '0,010000', (text: string) => text.replaceAll('.', ',')],
])('reads every polygon of a COLLADA whose numbers have %s', async (_kind, unit, number) => {
  const { root, size, metresPerUnit } = await read('dae', dae(unit, number));

  expect(countCorners(root)).toBe(6);
  expect([size, metresPerUnit]).toEqual([[0.02, 0.03, 0], 1]);
});

test.each([
  ['dae', '<html>'],
  ['3mf', 'no archive'],
  ['fbx', 'no scene'],
])('refuses a %s that is none', async (format, content) => {
  await expect(read(format, content)).rejects.toThrow();
});

test.each([
  ['dae', dae('1', String)],
  ['obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n'],
])('reads a %s of two bytes a sign', async (format, text) => {
  const { root } = await read(format, Buffer.from(`\uFEFF${text}`, 'utf16le'));

  expect(countCorners(root)).toBeGreaterThan(2);
});
