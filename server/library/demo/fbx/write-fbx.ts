import { nameTexture, type Scene } from '../scene.ts';
import { encodeFbxNodes, type FbxNode, fbxNode, settings } from './fbx-node.ts';
import { describeGeometry, describeMaterial, describeModel, describeTexture } from './fbx-objects.ts';

const VERSION = 7400;
const HEAD_BYTES = 27;
/** The file id, creation time and footer belong together: readers check the third against the others. */
const FILE_ID = Buffer.from('28b32aebb624ccc2bfc8b02aa92bfcf1', 'hex');
const CREATION_TIME = '1970-01-01 10:00:00:000';
const FOOTER_ID = Buffer.from('fabcab09d0c8d466b176fb831cf7267e', 'hex');
const FOOTER_END = Buffer.from('f85a8c6adef5d97eece90ce3758f290b', 'hex');
const CREATOR = 'Lodestock demo library';

/** The scene as binary FBX 7.4 in centimetres, Y up, with textures by relative name. */
export function writeFbx(scene: Scene): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('Kaydara FBX Binary  \0\x1a\0', 'latin1');
  head.writeUInt32LE(VERSION, 23);
  const body = encodeFbxNodes(describeScene(scene), HEAD_BYTES);
  return Buffer.concat([head, body, makeFooter(HEAD_BYTES + body.length)]);
}

function makeFooter(end: number): Buffer {
  const start = end + FOOTER_ID.length + 4;
  const padding = 16 - (start % 16);
  const version = Buffer.alloc(4);
  version.writeUInt32LE(VERSION);
  return Buffer.concat([FOOTER_ID, Buffer.alloc(4 + padding), version, Buffer.alloc(120), FOOTER_END]);
}

function describeScene(scene: Scene): readonly FbxNode[] {
  const ids = numberObjects(scene);
  const textures = scene.materials.flatMap((material, index) => {
    const file = `textures/${nameTexture(scene.slug, material.name)}`;
    const input = { texture: ids.texture(index), video: ids.video(index), file };
    const name = `${material.name}_basecolor`;
    return [describeMaterial(ids.material(index), material), ...describeTexture(input, name)];
  });
  const meshes = scene.parts.flatMap((part, index) => [
    describeGeometry(ids.geometry(index), part, scene.grain),
    describeModel(ids.model(index), part.name),
  ]);
  const document = settings(['ActiveAnimStackName', 'KString', '', '', '']);
  return [
    ...describeHeader(),
    fbxNode('GlobalSettings', fbxNode('Version', 1000), describeAxes()),
    fbxNode(
      'Documents',
      fbxNode('Count', 1),
      fbxNode('Document', 900n, 'Scene', 'Scene', document, fbxNode('RootNode', 0n)),
    ),
    fbxNode('References'),
    describeDefinitions(scene),
    fbxNode('Objects', ...meshes, ...textures),
    fbxNode('Connections', ...connect(scene, ids)),
    fbxNode('Takes', fbxNode('Current', '')),
  ];
}

type Ids = ReturnType<typeof numberObjects>;

function numberObjects(scene: Scene) {
  const [parts, materials] = [1000, 1000 + 2 * scene.parts.length];
  return {
    geometry: (index: number) => BigInt(parts + 2 * index),
    model: (index: number) => BigInt(parts + 2 * index + 1),
    material: (index: number) => BigInt(materials + 3 * index),
    texture: (index: number) => BigInt(materials + 3 * index + 1),
    video: (index: number) => BigInt(materials + 3 * index + 2),
  };
}

function connect(scene: Scene, ids: Ids): readonly FbxNode[] {
  const join = (from: bigint, to: bigint): FbxNode => fbxNode('C', 'OO', from, to);
  const parts = scene.parts.flatMap((part, index) => {
    const material = scene.materials.findIndex((each) => each.name === part.material);
    return [
      join(ids.model(index), 0n),
      join(ids.geometry(index), ids.model(index)),
      join(ids.material(material), ids.model(index)),
    ];
  });
  const materials = scene.materials.flatMap((_, index) => [
    fbxNode('C', 'OP', ids.texture(index), ids.material(index), 'DiffuseColor'),
    join(ids.video(index), ids.texture(index)),
  ]);
  return [...parts, ...materials];
}

function describeHeader(): readonly FbxNode[] {
  const stamp = {
    Version: 1000,
    Year: 1970,
    Month: 1,
    Day: 1,
    Hour: 10,
    Minute: 0,
    Second: 0,
    Millisecond: 0,
  };
  const values = Object.entries(stamp).map(([name, value]) => fbxNode(name, value));
  return [
    fbxNode(
      'FBXHeaderExtension',
      ...[fbxNode('FBXHeaderVersion', 1003), fbxNode('FBXVersion', VERSION), fbxNode('EncryptionType', 0)],
      ...[fbxNode('CreationTimeStamp', ...values), fbxNode('Creator', CREATOR)],
    ),
    fbxNode('FileId', FILE_ID),
    fbxNode('CreationTime', CREATION_TIME),
    fbxNode('Creator', CREATOR),
  ];
}

function describeAxes(): FbxNode {
  const axes = { UpAxis: 1, UpAxisSign: 1, FrontAxis: 2, FrontAxisSign: 1, CoordAxis: 0, CoordAxisSign: 1 };
  const whole = Object.entries({ ...axes, OriginalUpAxis: 1, OriginalUpAxisSign: 1 });
  return settings(
    ...whole.map(([name, value]) => [name, 'int', 'Integer', '', value] as const),
    ['UnitScaleFactor', 'double', 'Number', '', 1],
    ['OriginalUnitScaleFactor', 'double', 'Number', '', 1],
  );
}

function describeDefinitions({ parts, materials }: Scene): FbxNode {
  const [mesh, surface] = [parts.length, materials.length];
  const counts = { Geometry: mesh, Model: mesh, Material: surface, Texture: surface, Video: surface };
  const types = Object.entries({ GlobalSettings: 1, ...counts });
  const total = types.reduce((sum, [, count]) => sum + count, 0);
  const rows = types.map(([type, count]) => fbxNode('ObjectType', type, fbxNode('Count', count)));
  return fbxNode('Definitions', fbxNode('Version', 100), fbxNode('Count', total), ...rows);
}
