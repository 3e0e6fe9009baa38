import { Document, NodeIO } from '@gltf-transform/core';
import sharp from 'sharp';

type Options = {
  /** Rows of the sphere; it has four times their square in triangles. */
  readonly rows?: number;
  /** Makes the bytes unlike those of others. */
  readonly name?: string;
  /** Pixels of the side of its texture; none when absent. */
  readonly texture?: number;
  readonly isMoving?: boolean;
  readonly isSkinned?: boolean;
  readonly isMorphing?: boolean;
};

type Grid = {
  readonly positions: number[];
  readonly normals: number[];
  readonly coordinates: number[];
  readonly indices: number[];
};

/** A sphere with waves, with one seam of its texture. */
function makeSphere(rows: number): Grid {
  const columns = rows * 2;
  const [positions, normals, coordinates, indices]: [number[], number[], number[], number[]] = [
    [],
    [],
    [],
    [],
  ];
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1) {
      const [u, v] = [column / columns, row / rows];
      const [turn, fall] = [u * 2 * Math.PI, v * Math.PI];
      const [x, y, z] = [Math.sin(fall) * Math.cos(turn), Math.cos(fall), Math.sin(fall) * Math.sin(turn)];
      const radius = 1 + 0.05 * Math.sin(8 * turn) * Math.sin(fall) ** 2;
      positions.push(x * radius, y * radius, z * radius);
      normals.push(x, y, z);
      coordinates.push(u, v);
      if (row === rows || column === columns) continue;
      const corner = row * (columns + 1) + column;
      const below = corner + columns + 1;
      indices.push(corner, corner + 1, below, corner + 1, below + 1, below);
    }
  return { positions, normals, coordinates, indices };
}

/** A GLB of a named scene: a ball on a stand, drawn by two nodes, each with its own place. */
export async function makeSolidGlb(options: Options = {}): Promise<Uint8Array> {
  const {
    rows = 40,
    name = 'ball',
    texture,
    isMoving = false,
    isSkinned = false,
    isMorphing = false,
  } = options;
  const document = new Document();
  const buffer = document.createBuffer();
  const accessor = (
    type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4' | 'MAT4',
    array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
  ) => document.createAccessor().setType(type).setArray(array).setBuffer(buffer);
  const { positions, normals, coordinates, indices } = makeSphere(rows);
  const material = document.createMaterial('paint');
  if (texture !== undefined) {
    const pixels = Buffer.from(Array.from({ length: texture * texture * 3 }, (_, at) => (at * 31) % 251));
    const png = await sharp(pixels, { raw: { width: texture, height: texture, channels: 3 } })
      .png()
      .toBuffer();
    material.setBaseColorTexture(
      document.createTexture('wood').setImage(new Uint8Array(png)).setMimeType('image/png'),
    );
  }
  const primitive = document
    .createPrimitive()
    .setAttribute('POSITION', accessor('VEC3', Float32Array.from(positions)))
    .setAttribute('NORMAL', accessor('VEC3', Float32Array.from(normals)))
    .setAttribute('TEXCOORD_0', accessor('VEC2', Float32Array.from(coordinates)))
    .setIndices(accessor('SCALAR', Uint32Array.from(indices)))
    .setMaterial(material);
  if (isMorphing)
    primitive.addTarget(
      document.createPrimitiveTarget('swollen').setAttribute(
        'POSITION',
        accessor(
          'VEC3',
          Float32Array.from(normals, (value) => value * 0.2),
        ),
      ),
    );
  const mesh = document.createMesh('ball mesh').addPrimitive(primitive);
  const ball = document.createNode(name).setMesh(mesh).setTranslation([0, 3, 0]);
  const stand = document.createNode('stand').setScale([2, 2, 2]).addChild(ball);
  const scene = document.createScene('scene').addChild(stand);
  if (isSkinned) {
    const count = positions.length / 3;
    const [low, high] = [document.createNode('low'), document.createNode('high').setTranslation([0, 1, 0])];
    low.addChild(high);
    stand.addChild(low);
    const shares = Array.from({ length: count }, (_, vertex) => {
      const share = Math.min(1, Math.max(0, ((positions[vertex * 3 + 1] ?? 0) + 1) / 2));
      return [1 - share, share, 0, 0];
    });
    primitive.setAttribute(
      'JOINTS_0',
      accessor(
        'VEC4',
        Uint16Array.from({ length: count * 4 }, (_, at) =>
          at % 4 === 1 && (shares[(at - 1) / 4]?.[1] ?? 0) > 0 ? 1 : 0,
        ),
      ),
    );
    primitive.setAttribute('WEIGHTS_0', accessor('VEC4', Float32Array.from(shares.flat())));
    const unit = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    ball.setSkin(
      document
        .createSkin()
        .addJoint(low)
        .addJoint(high)
        .setInverseBindMatrices(accessor('MAT4', Float32Array.from([...unit, ...unit]))),
    );
  }
  if (isMoving) {
    const sampler = document
      .createAnimationSampler()
      .setInput(accessor('SCALAR', Float32Array.from([0, 1])))
      .setOutput(accessor('VEC3', Float32Array.from([0, 0, 0, 0, 1, 0])));
    const channel = document
      .createAnimationChannel()
      .setTargetNode(stand)
      .setTargetPath('translation')
      .setSampler(sampler);
    document.createAnimation('hop').addSampler(sampler).addChannel(channel);
  }
  document.getRoot().setDefaultScene(scene);
  return new NodeIO().writeBinary(document);
}

/** The same GLB with other JSON. */
export function editGlb(glb: Uint8Array, edit: (json: Record<string, unknown>) => void): Uint8Array {
  const bytes = Buffer.from(glb);
  const length = bytes.readUInt32LE(12);
  const json: Record<string, unknown> = JSON.parse(bytes.toString('utf8', 20, 20 + length));
  edit(json);
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, ' ')]);
  const rest = bytes.subarray(20 + length);
  const head = Buffer.from(bytes.subarray(0, 20));
  head.writeUInt32LE(20 + padded.length + rest.length, 8);
  head.writeUInt32LE(padded.length, 12);
  return Buffer.concat([head, padded, rest]);
}
