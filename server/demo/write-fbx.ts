import { fbxNode, int, long, settings, text } from './fbx-build.ts';
import { describeGeometry } from './fbx-geometry.ts';
import { encodeFbxNodes, type FbxNode } from './fbx-node.ts';
import { describeMaterial, describeModel, describeTexture } from './fbx-objects.ts';
import { nameTexture, type Scene } from './scene.ts';

const VERSION = 7400;
const HEAD_BYTES = 27;
/** The file id, creation time and footer belong together: readers check the third against the others. */
const FILE_ID = Buffer.from('28b32aebb624ccc2bfc8b02aa92bfcf1', 'hex');
const CREATION_TIME = '1970-01-01 10:00:00:000';
const FOOTER_ID = Buffer.from('fabcab09d0c8d466b176fb831cf7267e', 'hex');
const FOOTER_END = Buffer.from('f85a8c6adef5d97eece90ce3758f290b', 'hex');

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
  const objects = [
    ...scene.parts.flatMap((part, index) => [
      describeGeometry(ids.geometry(index), part, scene.grain),
      describeModel(ids.model(index), part.name),
    ]),
    ...scene.materials.flatMap((material, index) => [
      describeMaterial(ids.material(index), material),
      ...describeTexture(
        {
          texture: ids.texture(index),
          video: ids.video(index),
          file: `textures/${nameTexture(scene.slug, material.name)}`,
        },
        `${material.name}_basecolor`,
      ),
    ]),
  ];
  return [
    ...describeHeader(),
    describeSettings(),
    describeDocuments(),
    fbxNode('References', []),
    describeDefinitions(scene),
    fbxNode('Objects', [], objects),
    fbxNode('Connections', [], connect(scene, ids)),
    fbxNode('Takes', [], [fbxNode('Current', [text('')])]),
  ];
}

type Ids = ReturnType<typeof numberObjects>;

function numberObjects(scene: Scene) {
  const [parts, materials] = [1000, 1000 + 2 * scene.parts.length];
  return {
    geometry: (index: number) => parts + 2 * index,
    model: (index: number) => parts + 2 * index + 1,
    material: (index: number) => materials + 3 * index,
    texture: (index: number) => materials + 3 * index + 1,
    video: (index: number) => materials + 3 * index + 2,
  };
}

function connect(scene: Scene, ids: Ids): readonly FbxNode[] {
  const join = (from: number, to: number): FbxNode => fbxNode('C', [text('OO'), long(from), long(to)]);
  const parts = scene.parts.flatMap((part, index) => {
    const material = scene.materials.findIndex((each) => each.name === part.material);
    return [
      join(ids.model(index), 0),
      join(ids.geometry(index), ids.model(index)),
      join(ids.material(material), ids.model(index)),
    ];
  });
  const materials = scene.materials.flatMap((_, index) => [
    fbxNode('C', [text('OP'), long(ids.texture(index)), long(ids.material(index)), text('DiffuseColor')]),
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
  const values = Object.entries(stamp).map(([name, value]) => fbxNode(name, [int(value)]));
  return [
    fbxNode(
      'FBXHeaderExtension',
      [],
      [
        fbxNode('FBXHeaderVersion', [int(1003)]),
        fbxNode('FBXVersion', [int(VERSION)]),
        fbxNode('EncryptionType', [int(0)]),
        fbxNode('CreationTimeStamp', [], values),
        fbxNode('Creator', [text('Lodestock demo library')]),
      ],
    ),
    fbxNode('FileId', [{ kind: 'bytes', value: FILE_ID }]),
    fbxNode('CreationTime', [text(CREATION_TIME)]),
    fbxNode('Creator', [text('Lodestock demo library')]),
  ];
}

function describeSettings(): FbxNode {
  return fbxNode(
    'GlobalSettings',
    [],
    [
      fbxNode('Version', [int(1000)]),
      settings([
        ['UpAxis', 'int', 'Integer', '', 1],
        ['UpAxisSign', 'int', 'Integer', '', 1],
        ['FrontAxis', 'int', 'Integer', '', 2],
        ['FrontAxisSign', 'int', 'Integer', '', 1],
        ['CoordAxis', 'int', 'Integer', '', 0],
        ['CoordAxisSign', 'int', 'Integer', '', 1],
        ['OriginalUpAxis', 'int', 'Integer', '', 1],
        ['OriginalUpAxisSign', 'int', 'Integer', '', 1],
        ['UnitScaleFactor', 'double', 'Number', '', 1],
        ['OriginalUnitScaleFactor', 'double', 'Number', '', 1],
      ]),
    ],
  );
}

function describeDocuments(): FbxNode {
  return fbxNode(
    'Documents',
    [],
    [
      fbxNode('Count', [int(1)]),
      fbxNode(
        'Document',
        [long(900), text('Scene'), text('Scene')],
        [settings([['ActiveAnimStackName', 'KString', '', '', '']]), fbxNode('RootNode', [long(0)])],
      ),
    ],
  );
}

function describeDefinitions(scene: Scene): FbxNode {
  const counts = {
    GlobalSettings: 1,
    Geometry: scene.parts.length,
    Model: scene.parts.length,
    Material: scene.materials.length,
    Texture: scene.materials.length,
    Video: scene.materials.length,
  };
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return fbxNode(
    'Definitions',
    [],
    [
      fbxNode('Version', [int(100)]),
      fbxNode('Count', [int(total)]),
      ...Object.entries(counts).map(([type, count]) =>
        fbxNode('ObjectType', [text(type)], [fbxNode('Count', [int(count)])]),
      ),
    ],
  );
}
