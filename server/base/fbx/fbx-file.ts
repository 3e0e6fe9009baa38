import { encodeFbxNodes, type FbxNode, fbxNode, settings } from './fbx-node.ts';

const VERSION = 7400;
const HEAD_BYTES = 27;
/** File ID, creation time and footer belong together: readers check the footer against the other two. */
const FILE_ID = Buffer.from('28b32aebb624ccc2bfc8b02aa92bfcf1', 'hex');
const CREATION_TIME = '1970-01-01 10:00:00:000';
const FOOTER_ID = Buffer.from('fabcab09d0c8d466b176fb831cf7267e', 'hex');
const FOOTER_END = Buffer.from('f85a8c6adef5d97eece90ce3758f290b', 'hex');

type FbxContent = {
  readonly creator: string;
  /** `Geometry`, `Model`, `Material`, `Texture`, `Video` and so on, in any order. */
  readonly objects: readonly FbxNode[];
  readonly connections: readonly FbxNode[];
};

/** Encodes a binary FBX 7.4 file, in centimetres, Y up. */
export function writeFbxFile(content: FbxContent): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('Kaydara FBX Binary  \0\x1a\0', 'latin1');
  head.writeUInt32LE(VERSION, 23);
  const body = encodeFbxNodes(describeFile(content), HEAD_BYTES);
  return Buffer.concat([head, body, makeFooter(HEAD_BYTES + body.length)]);
}

/** Connects one object to another, or to its `property`. */
export const connect = (from: bigint, to: bigint, property?: string): FbxNode =>
  property === undefined ? fbxNode('C', 'OO', from, to) : fbxNode('C', 'OP', from, to, property);

function makeFooter(end: number): Buffer {
  const start = end + FOOTER_ID.length + 4;
  const padding = 16 - (start % 16);
  const version = Buffer.alloc(4);
  version.writeUInt32LE(VERSION);
  return Buffer.concat([FOOTER_ID, Buffer.alloc(4 + padding), version, Buffer.alloc(120), FOOTER_END]);
}

function describeFile({ creator, objects, connections }: FbxContent): readonly FbxNode[] {
  const document = settings(['ActiveAnimStackName', 'KString', '', '', '']);
  return [
    ...describeHeader(creator),
    fbxNode('GlobalSettings', fbxNode('Version', 1000), describeAxes()),
    fbxNode(
      'Documents',
      fbxNode('Count', 1),
      fbxNode('Document', 900n, 'Scene', 'Scene', document, fbxNode('RootNode', 0n)),
    ),
    fbxNode('References'),
    describeDefinitions(objects),
    fbxNode('Objects', ...objects),
    fbxNode('Connections', ...connections),
    fbxNode('Takes', fbxNode('Current', '')),
  ];
}

function describeHeader(creator: string): readonly FbxNode[] {
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
      ...[fbxNode('CreationTimeStamp', ...values), fbxNode('Creator', creator)],
    ),
    fbxNode('FileId', FILE_ID),
    fbxNode('CreationTime', CREATION_TIME),
    fbxNode('Creator', creator),
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

const objectTypes = ['Geometry', 'Model', 'Material', 'Texture', 'Video'];

function describeDefinitions(objects: readonly FbxNode[]): FbxNode {
  const counts = objectTypes.map(
    (type) => [type, objects.filter(({ name }) => name === type).length] as const,
  );
  const types = [['GlobalSettings', 1] as const, ...counts];
  const total = types.reduce((sum, [, count]) => sum + count, 0);
  const rows = types.map(([type, count]) => fbxNode('ObjectType', type, fbxNode('Count', count)));
  return fbxNode('Definitions', fbxNode('Version', 100), fbxNode('Count', total), ...rows);
}
