import { writeFbx } from '../../.ci/demo/fbx/write-fbx.ts';
import { box } from '../../.ci/demo/geometry/box.ts';
import { toMesh } from '../../.ci/demo/mesh.ts';
import type { Scene } from '../../.ci/demo/scene.ts';
import { writeGlb } from '../../.ci/demo/write-glb.ts';
import { writeMtl, writeObj } from '../../.ci/demo/write-obj.ts';
import { writePng } from '../../.ci/demo/write-png.ts';
import { sampleZip } from './sample-archives.ts';
import { sample3ds } from './sample-cad.ts';
import { sampleVox, voxBox, voxPalette } from './sample-vox.ts';

type Files = Readonly<Record<string, string | Uint8Array>>;

const corners = [-1, 1].flatMap((x) =>
  [-0.6, 0.6].flatMap((y) => [-0.5, 0.5].map((z) => [x, y, z] as const)),
);
const faces = [
  ...[
    [0, 1, 3],
    [0, 3, 2],
    [4, 6, 7],
    [4, 7, 5],
    [0, 4, 5],
    [0, 5, 1],
  ],
  ...[
    [2, 3, 7],
    [2, 7, 6],
    [0, 2, 6],
    [0, 6, 4],
    [1, 5, 7],
    [1, 7, 3],
  ],
] as const;
const flatten = (rows: readonly (readonly number[])[]) => rows.flat().join(' ');

const scene: Scene = {
  ...{ slug: 'box', title: 'Box', license: 'CC0-1.0', grain: 1e-4 },
  materials: [{ name: 'red', paint: () => [0.8, 0.1, 0.08], metallic: 0, roughness: 0.7, pixels: 16 }],
  parts: [{ name: 'box', material: 'red', mesh: toMesh(box(1, [2, 1.2, 1]).build(), 1e-4) }],
};
const picture = writePng(() => [0.8, 0.1, 0.08], 16);
const textures = new Map([['box_red_basecolor.png', picture]]);

function toStl(): string {
  const facets = faces.map((face) => {
    // Z is up in STL files.
    const rows = face.map((corner) => {
      const [x = 0, y = 0, z = 0] = corners[corner] ?? [];
      return `vertex ${x} ${-z} ${y}`;
    });
    return `facet normal 0 0 0\nouter loop\n${rows.join('\n')}\nendloop\nendfacet`;
  });
  return `solid box\n${facets.join('\n')}\nendsolid box\n`;
}

function toPly(hasFaces: boolean, points: readonly (readonly number[])[]): string {
  const head = ['ply', 'format ascii 1.0', `element vertex ${points.length}`];
  const fields = ['x', 'y', 'z'].map((axis) => `property float ${axis}`);
  const colours = ['red', 'green', 'blue'].map((channel) => `property uchar ${channel}`);
  const list = hasFaces ? [`element face ${faces.length}`, 'property list uchar int vertex_indices'] : [];
  const rows = points.map((point) => `${point.join(' ')} 200 30 20`);
  const polygons = hasFaces ? faces.map((face) => `3 ${face.join(' ')}`) : [];
  return [...head, ...fields, ...colours, ...list, 'end_header', ...rows, ...polygons, ''].join('\n');
}

/** Points all over the box, as a scanner gives them. */
const cloud = Array.from({ length: 20_000 }, (_, index) => {
  const at = (step: number) => ((index * step) % 1) * 2 - 1;
  const point = [at(0.618034), at(0.414214) * 0.6, at(0.302776) * 0.5];
  const axis = index % 3;
  return point.map((value, own) => (own === axis ? Math.sign(value) * ([1, 0.6, 0.5][own] ?? 1) : value));
});

const toDae = () => `<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><unit meter="1"/><up_axis>Y_UP</up_axis></asset>
<library_effects><effect id="e"><profile_COMMON><technique sid="c"><lambert><diffuse><color>0.8 0.1 0.08 1</color></diffuse></lambert></technique></profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="a" count="24">${flatten(corners)}</float_array><technique_common><accessor source="#a" count="8" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles material="t" count="12"><input semantic="VERTEX" source="#v" offset="0"/><p>${flatten(faces)}</p></triangles>
</mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n"><instance_geometry url="#g"><bind_material><technique_common><instance_material symbol="t" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#s"/></scene></COLLADA>`;

function to3mf(
  colours = '<basematerials id="5"><base name="red" displaycolor="#CC1A14"/></basematerials>',
): Buffer {
  const vertices = corners.map(([x, y, z]) => `<vertex x="${x}" y="${-z}" z="${y}"/>`).join('');
  const triangles = faces.map(([a, b, c]) => `<triangle v1="${a}" v2="${b}" v3="${c}"/>`).join('');
  const model = `<?xml version="1.0"?><model unit="millimeter" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02" xmlns:m="http://schemas.microsoft.com/3dmanufacturing/material/2015/02"><resources>${colours}<object id="1" type="model" pid="5" pindex="0"><mesh><vertices>${vertices}</vertices><triangles>${triangles}</triangles></mesh></object></resources><build><item objectid="1"/></build></model>`;
  return sampleZip([
    {
      name: '[Content_Types].xml',
      content:
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/></Types>',
    },
    {
      name: '_rels/.rels',
      content:
        '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>',
    },
    { name: '3D/3dmodel.model', content: model },
  ]);
}

/** The box as 3MF, with a colour of the extension for materials. */
export const colouredBox = (): Files => ({
  'box.3mf': to3mf('<m:colorgroup id="5"><m:color color="#CC1A14"/></m:colorgroup>'),
});

function toUsda(): string {
  const points = corners.map((corner) => `(${corner.join(', ')})`).join(', ');
  return `#usda 1.0
(
    defaultPrim = "Box"
    upAxis = "Y"
)
def Xform "Box"
{
    def Mesh "Mesh"
    {
        int[] faceVertexCounts = [${faces.map(() => 3).join(', ')}]
        int[] faceVertexIndices = [${faces.flat().join(', ')}]
        point3f[] points = [${points}]
        color3f[] primvars:displayColor = [(0.8, 0.1, 0.08)]
    }
}
`;
}
const composed = '#usda 1.0\n(upAxis = "Y")\ndef "Scene" ( references = @./box_geom.usda@ ) { }\n';

function toGltf(): Files {
  const glb = writeGlb(scene, { textures });
  const jsonBytes = glb.readUInt32LE(12);
  const document = JSON.parse(glb.toString('utf8', 20, 20 + jsonBytes));
  document.buffers[0].uri = 'box.bin';
  const binary = glb.subarray(28 + jsonBytes, 28 + jsonBytes + document.buffers[0].byteLength);
  return { 'box.gltf': JSON.stringify(document), 'box.bin': binary };
}

/** A red box in each format that posters are drawn of, as the files of a topology folder. */
export const solidModels: Readonly<Record<string, Files>> = {
  glb: { 'box.glb': writeGlb(scene, { textures }) },
  gltf: toGltf(),
  fbx: { 'box.fbx': writeFbx(scene), 'textures/box_red_basecolor.png': picture },
  obj: {
    'box.obj': writeObj(scene),
    'box.mtl': writeMtl(scene),
    'textures/box_red_basecolor.png': picture,
  },
  stl: { 'box.stl': toStl() },
  ply: { 'box.ply': toPly(true, corners) },
  'points.ply': { 'cloud.ply': toPly(false, cloud) },
  dae: { 'box.dae': toDae() },
  '3mf': { 'box.3mf': to3mf() },
  usdz: { 'box.usdz': sampleZip([{ name: 'box.usda', content: toUsda(), isStored: true }]) },
  vox: { 'box.vox': sampleVox([voxBox(20, 10, 12)], voxPalette(0xcc1a14)) },
  '3ds': { 'box.3ds': sample3ds() },
  usda: { 'box.usda': composed, 'box_geom.usda': toUsda() },
};

/** A library of these models, each in a folder of its name. */
export const toLibrary = (models: Readonly<Record<string, Files>>): Files =>
  Object.fromEntries(
    Object.entries(models).flatMap(([name, files]) => [
      [`${name}/product.json`, JSON.stringify({ guid: name.replace('.', '-') })],
      ...Object.entries(files).map(([file, content]) => [`${name}/1k/${file}`, content]),
    ]),
  );
