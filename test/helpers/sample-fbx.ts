import { deflateSync } from 'node:zlib';

type FbxValue = string | bigint | number | Int32Array | Float64Array | Uint8Array;
export type FbxNode = readonly [name: string, values: readonly FbxValue[], children?: readonly FbxNode[]];

export type SampleFbx = {
  readonly triangles?: number;
  /** The corners of each polygon of the one mesh; without them it is a strip of triangles. */
  readonly polygons?: readonly (readonly number[])[];
  readonly vertices?: number;
  readonly animated?: boolean;
  readonly rigged?: boolean;
  readonly texture?: string;
  /** The property of its material, called Oak, that takes the texture. */
  readonly property?: string;
  /** The image of the texture, when it is inside the file. */
  readonly content?: Uint8Array;
};

function toPolygonList(polygons: readonly (readonly number[])[]): Int32Array {
  return Int32Array.from(
    polygons.flatMap((corners) =>
      corners.map((corner, at) => (at === corners.length - 1 ? ~corner : corner)),
    ),
  );
}

function textureNodes({ texture, content }: SampleFbx): readonly FbxNode[] {
  if (texture === undefined) return [];
  const file: FbxNode = ['RelativeFilename', [texture]];
  return [
    ['Texture', [30n, 'Wood\0\u0001Texture', ''], [file]],
    [
      'Video',
      [31n, 'Wood\0\u0001Video', 'Clip'],
      content === undefined ? [file] : [file, ['Content', [content]]],
    ],
  ];
}

function animationNodes(): readonly FbxNode[] {
  return [
    ['AnimationStack', [40n, 'Take\0\u0001AnimStack', '']],
    ['AnimationLayer', [41n, 'Base\0\u0001AnimLayer', '']],
    ['AnimationCurveNode', [42n, 'T\0\u0001AnimCurveNode', '']],
    ['AnimationCurve', [43n, 'X\0\u0001AnimCurve', ''], [['KeyTime', [Float64Array.of(0, 1)]]]],
  ];
}

/** The nodes of a scene with one mesh; the parts of its animation are connected up to its stack. */
function sampleFbxNodes(options: SampleFbx): readonly FbxNode[] {
  const { triangles = 1, animated = false, rigged = false } = options;
  const polygons =
    options.polygons ?? Array.from({ length: triangles }, (_, index) => [index, index + 1, index + 2]);
  const vertices =
    options.vertices ?? polygons.flat().reduce((highest, corner) => Math.max(highest, corner), 0) + 1;
  const geometry: FbxNode = [
    'Geometry',
    [10n, 'Mesh\0\u0001Geometry', 'Mesh'],
    [
      ['Vertices', [new Float64Array(vertices * 3)]],
      ['PolygonVertexIndex', [toPolygonList(polygons)]],
    ],
  ];
  const skin: FbxNode = ['Deformer', [50n, 'Skin\0\u0001Deformer', 'Skin']];
  const links: readonly (readonly [bigint, bigint])[] = [
    [10n, 20n],
    [31n, 30n],
    ...(animated
      ? ([
          [41n, 40n],
          [42n, 41n],
          [43n, 42n],
        ] as const)
      : []),
  ];
  const objects: readonly FbxNode[] = [
    geometry,
    ['Model', [20n, 'Thing\0\u0001Model', 'Mesh']],
    ...textureNodes(options),
    ...(options.property === undefined ? [] : [['Material', [60n, 'Oak\0\u0001Material', '']] as const]),
    ...animationNodes(),
    ...(rigged ? [skin] : []),
  ];
  return [
    ['FBXHeaderExtension', [], [['FBXVersion', [7400]]]],
    ['Objects', [], objects],
    [
      'Connections',
      [],
      [
        ...links.map(([child, parent]): FbxNode => ['C', ['OO', child, parent]]),
        ...(options.property === undefined ? [] : [['C', ['OP', 30n, 60n, options.property]] as const]),
      ],
    ],
  ];
}

function packArray(type: string, values: Int32Array | Float64Array, isPacked: boolean): Buffer {
  const raw = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  const stored = isPacked ? deflateSync(raw) : raw;
  const head = Buffer.alloc(13);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(values.length, 1);
  head.writeUInt32LE(isPacked ? 1 : 0, 5);
  head.writeUInt32LE(stored.length, 9);
  return Buffer.concat([head, stored]);
}

function packBytes(type: string, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(5);
  head.write(type, 0, 'latin1');
  head.writeUInt32LE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

function packValue(value: FbxValue, isPacked: boolean): Buffer {
  if (value instanceof Int32Array) return packArray('i', value, isPacked);
  if (value instanceof Float64Array) return packArray('d', value, isPacked);
  if (value instanceof Uint8Array) return packBytes('R', value);
  if (typeof value === 'string') return packBytes('S', Buffer.from(value));
  const bytes = Buffer.alloc(typeof value === 'bigint' ? 9 : 5);
  bytes.write(typeof value === 'bigint' ? 'L' : 'I', 0, 'latin1');
  if (typeof value === 'bigint') bytes.writeBigInt64LE(value, 1);
  else bytes.writeInt32LE(value, 1);
  return bytes;
}

type Layout = { readonly isWide: boolean; readonly isPacked: boolean };

function packNode([name, values, children]: FbxNode, offset: number, layout: Layout): Buffer<ArrayBuffer> {
  const numberBytes = layout.isWide ? 8 : 4;
  const headBytes = numberBytes * 3 + 1;
  const properties = Buffer.concat(values.map((value) => packValue(value, layout.isPacked)));
  const parts = [Buffer.alloc(headBytes), Buffer.from(name), properties];
  let end = offset + headBytes + name.length + properties.length;
  for (const child of children ?? []) {
    const packed = packNode(child, end, layout);
    parts.push(packed);
    end += packed.length;
  }
  if (children !== undefined) {
    parts.push(Buffer.alloc(headBytes));
    end += headBytes;
  }
  const node = Buffer.concat(parts);
  for (const [index, number] of [end, values.length, properties.length].entries()) {
    node.writeUInt32LE(number, index * numberBytes);
  }
  node.writeUInt8(name.length, headBytes - 1);
  return node;
}

/** Binary FBX with these nodes. */
export function packFbx(
  nodes: readonly FbxNode[],
  { version = 7400, isPacked = true }: { readonly version?: number; readonly isPacked?: boolean } = {},
): Buffer {
  const isWide = version >= 7500;
  const head = Buffer.alloc(27);
  head.write('Kaydara FBX Binary  \0\x1a\0', 0, 'latin1');
  head.writeUInt32LE(version, 23);
  let file: Buffer<ArrayBuffer> = head;
  for (const node of nodes) file = Buffer.concat([file, packNode(node, file.length, { isWide, isPacked })]);
  return Buffer.concat([file, Buffer.alloc(isWide ? 25 : 13)]);
}

/** Binary FBX of that version; from 7500 on its numbers are wide. Arrays are deflated unless `isPacked` is false. */
export function sampleFbxBinary(
  options: SampleFbx,
  layout: { readonly version?: number; readonly isPacked?: boolean } = {},
): Buffer {
  return packFbx(sampleFbxNodes(options), layout);
}

function writeValue(value: FbxValue): string {
  if (value instanceof Uint8Array) return `,\n"${Buffer.from(value).toString('base64')}"`;
  if (typeof value === 'string') return `"${value.split('\0')[0]}"`;
  return String(value);
}

function writeNode([name, values, children]: FbxNode): string {
  const [first] = values;
  if (first instanceof Int32Array || first instanceof Float64Array) {
    return `${name}: *${first.length} {\n\ta: ${first.join(',')}\n}\n`;
  }
  const body = children === undefined ? '' : ` {\n${children.map(writeNode).join('')}}`;
  return `${name}: ${values.map(writeValue).join(', ')}${body}\n`;
}

export function sampleFbxAscii(options: SampleFbx): string {
  return `; FBX 7.4.0 project file\n${sampleFbxNodes(options).map(writeNode).join('')}`;
}
