import { expect, test } from 'vitest';
import { createBox } from '../../../server/inspect/extent.ts';
import { identity } from '../../../server/shared/matrix.ts';
import { sampleDae } from '../../helpers/sample-dae.ts';
import { type FbxNode, packFbx } from '../../helpers/sample-fbx.ts';
import { packGlb, sampleObj } from '../../helpers/sample-files.ts';
import { solidModels } from '../../helpers/solid-models.ts';
import { parseBytes } from './parse-bytes.ts';

const halfTurn = Math.SQRT1_2;
const floats = (...numbers: number[]) => Buffer.from(Float32Array.from(numbers).buffer);

type Parts = {
  readonly nodes: readonly object[];
  readonly skins?: readonly object[];
  readonly binary?: readonly Buffer[];
  readonly accessors?: readonly object[];
  readonly meshes?: readonly object[];
};

/** A triangle from the origin to 2 at the right and 1 above, drawn by nodes; more numbers follow its own. */
function sizeOf({ nodes, binary = [], accessors = [], ...more }: Parts) {
  const parts = [floats(0, 0, 0, 2, 0, 0, 0, 1, 0), ...binary];
  const bytes = Buffer.concat(parts);
  const offsets = parts.map((_, index) => Buffer.concat(parts.slice(0, index)).length);
  const document = {
    asset: { version: '2.0' },
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    buffers: [{ byteLength: bytes.length }],
    bufferViews: parts.map((part, index) => ({
      ...{ buffer: 0, byteOffset: offsets[index], byteLength: part.length },
    })),
    accessors: [
      {
        ...{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
        ...{ min: [0, 0, 0], max: [2, 1, 0] },
      },
      ...accessors,
    ],
    ...{ nodes, ...more },
  };
  return parseBytes('glb', packGlb(document, bytes));
}
const float = (bufferView: number, type: string, count: number) => ({
  ...{ bufferView, componentType: 5126, count, type },
});

test.each([
  ['as it is', [{ mesh: 0 }], { x: 2, y: 1, z: 0 }],
  ['twice', [{ mesh: 0 }, { mesh: 0, translation: [10, 0, 0] }], { x: 12, y: 1, z: 0 }],
  ['larger', [{ mesh: 0, scale: [0.5, 3, 1] }], { x: 1, y: 3, z: 0 }],
  ['on its side', [{ mesh: 0, rotation: [0, 0, halfTurn, halfTurn] }], { x: 1, y: 2, z: 0 }],
  // What the box of the triangle takes up is more than what the triangle does.
  ['aslant', [{ mesh: 0, rotation: [0, 0, 0.2588190451, 0.9659258263] }], { x: 2.232, y: 1, z: 0 }],
  ['inside another', [{ children: [1], scale: [2, 2, 2] }, { mesh: 0 }], { x: 4, y: 2, z: 0 }],
] as const)('measures a glTF mesh that is drawn %s', async (_, nodes, size) => {
  const found = await sizeOf({ nodes });

  expect(found).toMatchObject({ problem: null, upAxis: 'Y', unitMetres: 1, sizeMetres: size });
});

test('measures every instance of a mesh', async () => {
  const instancing = { EXT_mesh_gpu_instancing: { attributes: { TRANSLATION: 1 } } };
  const found = await sizeOf({
    nodes: [{ mesh: 0, extensions: instancing }],
    binary: [floats(0, 0, 0, 0, 5, 0)],
    accessors: [float(1, 'VEC3', 2)],
  });

  expect(found).toMatchObject({ problem: null, sizeMetres: { x: 2, y: 6, z: 0 } });
});

test('measures a skinned mesh where its bones hold it', async () => {
  const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  const joints = Buffer.from(Uint8Array.of(0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0));
  const attributes = { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 };
  const found = await sizeOf({
    nodes: [{ mesh: 0, skin: 0, scale: [9, 9, 9] }, {}, { translation: [3, 0, 0] }],
    skins: [{ joints: [1, 2], inverseBindMatrices: 3 }],
    meshes: [{ primitives: [{ attributes }] }],
    binary: [joints, floats(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0), floats(...identity, ...identity)],
    accessors: [
      { bufferView: 1, componentType: 5121, count: 3, type: 'VEC4' },
      ...[float(2, 'VEC4', 3), float(3, 'MAT4', 2)],
    ],
  });

  expect(found).toMatchObject({ problem: null, sizeMetres: { x: 5, y: 1, z: 0 } });
});

test('says no size of a morphed glTF mesh', async () => {
  const primitives = [{ attributes: { POSITION: 0 }, targets: [{ POSITION: 0 }] }];
  const found = await sizeOf({ nodes: [{ mesh: 0, weights: [0.5] }], meshes: [{ primitives }] });

  expect(found.problem).toBeNull();
  expect(found.sizeMetres).toBeUndefined();
});

test('gives the same box the same size in GLB and FBX', async () => {
  const sizes = ['glb', 'fbx'].map(async (format) => {
    const [content = ''] = Object.values(solidModels[format] ?? {});
    return (await parseBytes(format, content)).sizeMetres;
  });

  expect(await Promise.all(sizes)).toEqual([
    { x: 2, y: 1.2, z: 1 },
    { x: 2, y: 1.2, z: 1 },
  ]);
});

type Axes = { readonly up: number; readonly front: number; readonly side: number };

/** A triangle of 1 × 2 × 3 centimetres along the axes of the file, turned around the second of them. */
const toFbx = (settings: string, { more = '', rotation = 0 } = {}) => `; FBX 7.4.0 project file
GlobalSettings:  {
  Properties70:  {
${settings}
  }
}
Objects:  {
  Geometry: 100, "Geometry::box", "Mesh" {
    Vertices: *9 {
      a: 0,0,0,1,2,0,1,0,3
    }
    PolygonVertexIndex: *3 {
      a: 0,1,-3
    }
  }
  Model: 200, "Model::box", "Mesh" {
    Properties70:  {
      P: "Lcl Rotation", "Lcl Rotation", "", "A",0,${rotation},0
    }
  }
${more}
}
Connections:  {
  C: "OO",100,200
  C: "OO",200,0
  C: "OO",300,100
}
`;
const toSettings = ({ up, front, side }: Axes, unit: number) =>
  Object.entries({ UpAxis: up, FrontAxis: front, CoordAxis: side, UnitScaleFactor: unit })
    .map(([name, value]) => `    P: "${name}", "int", "Integer", "",${value}`)
    .join('\n');
const yUp = { up: 1, front: 2, side: 0 };

test.each([
  [yUp, 1, 0, { upAxis: 'Y', unitMetres: 0.01, sizeMetres: { x: 0.01, y: 0.02, z: 0.03 } }],
  [yUp, 100, 0, { upAxis: 'Y', unitMetres: 1, sizeMetres: { x: 1, y: 2, z: 3 } }],
  [yUp, 100, 90, { upAxis: 'Y', unitMetres: 1, sizeMetres: { x: 3, y: 2, z: 1 } }],
  [
    ...([{ up: 2, front: 1, side: 0 }, 2.54, 0] as const),
    { upAxis: 'Z', unitMetres: 0.0254, sizeMetres: { x: 0.0254, y: 0.0762, z: 0.0508 } },
  ],
] as const)('measures an FBX with the axes %j and a unit of %d cm', async (axes, unit, rotation, size) => {
  const found = await parseBytes('fbx', toFbx(toSettings(axes, unit), { rotation }));

  expect(found).toMatchObject({ problem: null, ...size });
});

test.each([
  ['without a unit', toFbx('')],
  [
    'whose bones move it',
    toFbx(toSettings(yUp, 1), { more: '  Deformer: 300, "Deformer::", "Skin" {\n  }' }),
  ],
])('says no size of an FBX %s', async (_, text) => {
  const found = await parseBytes('fbx', text);

  expect(found.problem).toBeNull();
  expect(found.sizeMetres).toBeUndefined();
});

/** Two meshes whose points say that they unpack to so many numbers each. */
function toBinaryFbx(numbers: number): Buffer {
  const setting = (name: string, value: number): FbxNode => ['P', [name, 'int', 'Integer', '', value]];
  const settings = [
    setting('UpAxis', 1),
    setting('FrontAxis', 2),
    setting('CoordAxis', 0),
    setting('UnitScaleFactor', 1),
  ];
  const points = Float64Array.of(0, 0, 0, 1, 2, 0, 1, 0, 3);
  const meshes = [1n, 2n].flatMap((id): FbxNode[] => [
    [
      'Geometry',
      [id, 'a', 'Mesh'],
      [
        ['Vertices', [points]],
        ['PolygonVertexIndex', [Int32Array.of(0, 1, ~2)]],
      ],
    ],
  ]);
  const file = packFbx([
    ['GlobalSettings', [], [['Properties70', [], settings]]],
    ['Objects', [], meshes],
  ]);
  for (let at = file.indexOf('Verticesd'); at > 0; at = file.indexOf('Verticesd', at + 1))
    file.writeUInt32LE(numbers, at + 'Verticesd'.length);
  return file;
}

test('does not unpack more of an FBX than fits into memory', async () => {
  const sound = await parseBytes('fbx', toBinaryFbx(9));
  const hostile = await parseBytes('fbx', toBinaryFbx(20_000_000));

  expect(sound).toMatchObject({ problem: null, sizeMetres: { x: 0.01, y: 0.02, z: 0.03 } });
  expect(hostile.problem).toBeNull();
  expect(hostile.sizeMetres).toBeUndefined();
});

test('looks at no more points than it has time for', () => {
  const box = createBox(4);
  box.add(Float64Array.of(0, 0, 0, 1, 1, 1), identity);

  expect(() => box.add(new Float64Array(9), identity)).toThrow(RangeError);
});

test('reads the unit and the axis of a COLLADA file', async () => {
  const asset = '<asset><unit meter="0.0254" name="inch"/><up_axis>Z_UP</up_axis></asset>';

  const found = await parseBytes(
    'dae',
    sampleDae({ primitives: '' }).replace(/(<COLLADA[^>]*>)/, `$1${asset}`),
  );

  expect(found).toMatchObject({ problem: null, upAxis: 'Z', unitMetres: 0.0254 });
});

test('says nothing of a format that has no unit', async () => {
  const found = await parseBytes('obj', sampleObj({ triangles: 2 }));

  expect(found).not.toHaveProperty('sizeMetres');
  expect(found).not.toHaveProperty('unitMetres');
});
