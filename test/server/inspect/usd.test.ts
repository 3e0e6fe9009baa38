import { expect, test } from 'vitest';
import { sampleZip } from '../../helpers/sample-archives.ts';
import { usdLayer, usdMesh } from '../../helpers/usd-layers.ts';
import {
  usdDef,
  usdIntegers,
  usdLayers,
  usdOff,
  usdPayload,
  usdPoints,
  usdReference,
  usdToken,
  writeUsdc,
} from '../../helpers/write-usdc.ts';
import { parseBytes } from './parse-bytes.ts';

const one = (triangles: number) => usdLayer(`def Xform "A" { ${usdMesh('m', triangles)} }`);

type Scene = readonly [scene: string | Buffer, siblings: Readonly<Record<string, Buffer>>, triangles: number];
const pack = (files: Readonly<Record<string, string | Buffer>>) =>
  sampleZip(Object.entries(files).map(([name, content]) => ({ name, content, isStored: true as const })));

const scenes: Readonly<Record<string, Scene>> = {
  'a payload': ['def "A" (payload = @./g.usda@) {}', { 'g.usda': one(3) }, 3],
  'references, one of a named prim': [
    'def "A" ( prepend references = [@./g.usda@, @h.usda@</B/C> (offset = 2)] ) {}',
    {
      'g.usda': one(3),
      'h.usda': usdLayer(`def "B" { def "C" { ${usdMesh('n', 4)} } ${usdMesh('o', 100)} }`),
    },
    7,
  ],
  'a reference in its own file, twice': [
    `def "P" { ${usdMesh('m', 2)} }\ndef "Q" (references = </P>) {}`,
    {},
    4,
  ],
  'layers of layers': [
    usdLayer('', 'subLayers = [@./s.usda@ (offset = 1)]'),
    { 's.usda': usdLayer('', 'subLayers = [@t.usda@]'), 't.usda': one(5) },
    5,
  ],
  'no prim that is off': [`${usdMesh('a', 1)} def "X" (active = false) { ${usdMesh('b', 2)} }`, {}, 1],
  'not what a stronger layer has off': [
    usdLayer('over "A" { over "m" (active = false) {} }', 'subLayers = @s.usda@'),
    { 's.usda': usdLayer(`def "A" { ${usdMesh('m', 8)} ${usdMesh('n', 1)} }`) },
    1,
  ],
  'the variant that is chosen from outside': [
    'def "A" ( references = @v.usda@ variants = { string size = "large" } ) {}',
    {
      'v.usda': usdLayer(`def "A" ( variants = { string size = "small" } prepend variantSets = "size" ) {
        variantSet "size" = { "small" { ${usdMesh('m', 1)} } "large" ( payload = @g.usda@ ) { } } }`),
      'g.usda': one(9),
    },
    9,
  ],
  'a class that others inherit': [`class "_c" { ${usdMesh('m', 2)} }\ndef "A" (inherits = </_c>) {}`, {}, 2],
  'no guides, and nothing that is hidden': [
    usdMesh('a', 1) +
      usdMesh('b', 2, 'uniform token purpose = "guide"') +
      usdMesh('c', 4, 'token visibility = "invisible"'),
    {},
    1,
  ],
  'each thing of a point instancer': [
    `def PointInstancer "A" { rel prototypes = [</A/P/a>, </A/P/b>]
      int[] protoIndices = [0, 1, 1] point3f[] positions = [(0, 0, 0), (9, 0, 0), (0, 0, 4)]
      over "P" { ${usdMesh('a', 1)} ${usdMesh('b', 10)} } }`,
    {},
    21,
  ],
  'files in other folders, from where they are named': [
    'def "A" (payload = @./parts/p.usda@) {}',
    { 'parts/p.usda': usdLayer('def "A" (references = @../more/g.usda@) {}'), 'more/g.usda': one(6) },
    6,
  ],
  'a package that is a part': [
    'def "A" (references = @z.usdz@) {}',
    { 'z.usdz': pack({ 'a.usda': usdLayer('def "A" (references = @0/b.usda@) {}'), '0/b.usda': one(7) }) },
    7,
  ],
  'a circle once': [
    'def "A" (references = @g.usda@) {}',
    { 'g.usda': usdLayer(`def "A" (references = @g.usda@) { ${usdMesh('m', 1)} }`) },
    1,
  ],
};

test.each(Object.entries(scenes))('counts %s', async (_, [scene, siblings, triangles]) => {
  const text = typeof scene === 'string' ? usdLayer(scene) : scene;

  const alone = await parseBytes('usda', text, { siblings });
  const packed = await parseBytes('usdz', pack({ 'first.usda': text, ...siblings }));

  expect(alone).toMatchObject({ triangles, problem: null });
  expect(packed).toMatchObject({ triangles, references: [], problem: null });
});

const binaryMesh = writeUsdc([
  {
    path: '/',
    fields: {
      defaultPrim: usdToken('A'),
      metersPerUnit: { type: 9, inline: 0x3f800000 },
      upAxis: usdToken('Z'),
    },
  },
  { path: '/A', fields: { specifier: usdDef, typeName: usdToken('Mesh') } },
  { path: '/A.faceVertexCounts', fields: { typeName: usdToken('int[]'), default: usdIntegers([3, 4]) } },
  {
    path: '/A.faceVertexIndices',
    fields: { typeName: usdToken('int[]'), default: usdIntegers([0, 1, 2, 0, 1, 2, 3]) },
  },
  {
    path: '/A.points',
    fields: { typeName: usdToken('point3f[]'), default: usdPoints([0, 0, 0, 2, 0, 0, 2, 0, 3, 0, 0, 3]) },
  },
]);
const binary = (
  fields: Parameters<typeof writeUsdc>[0][number]['fields'],
  more: Parameters<typeof writeUsdc>[0] = [],
) =>
  writeUsdc([
    { path: '/', fields: { defaultPrim: usdToken('A'), ...(more.length === 0 && fields) } },
    {
      path: '/A',
      fields: { specifier: usdDef, ...(more.length > 0 && fields) },
    },
    ...more,
  ]);
const child = { path: '/A/m', fields: { specifier: usdDef, typeName: usdToken('Xform'), active: usdOff } };

test.each([
  ['references', binary({ references: usdReference('./m.usdc') }, [child])],
  ['payloads', binary({ payload: usdPayload('m.usdc', '/A') }, [child])],
  ['layers', binary({ subLayers: usdLayers(['m.usdc']) })],
])('follows %s of binary scenes', async (_, scene) => {
  const found = await parseBytes('usdc', scene, { siblings: { 'm.usdc': binaryMesh } });

  expect(found).toMatchObject({ triangles: 3, references: ['m.usdc'], problem: null });
});

test('a scene has the size of all that it is composed of, with Y up', async () => {
  const root = usdLayer(
    `def Xform "A" { double3 xformOp:translate = (0, 0, 1) float xformOp:rotateX = 90 double3 xformOp:translate:pivot = (5, 0, 0)
      uniform token[] xformOpOrder = ["xformOp:translate", "xformOp:translate:pivot", "xformOp:rotateX", "!invert!xformOp:translate:pivot"]
      def "B" (references = @m.usdc@) { float3 xformOp:scale = (2, 1, 1) uniform token[] xformOpOrder = ["xformOp:scale"] } }`,
    'upAxis = "Z" metersPerUnit = 0.5',
  );

  const found = await parseBytes('usda', root, { siblings: { 'm.usdc': binaryMesh } });

  expect(found).toMatchObject({
    triangles: 3,
    upAxis: 'Z',
    unitMetres: 0.5,
    sizeMetres: { x: 2, z: 1.5 },
  });
  expect(found.sizeMetres?.y).toBeCloseTo(0, 6);
});

test('a scene without shape whose part is missing is broken, and one with a shape is not', async () => {
  const empty = await parseBytes('usda', usdLayer('def "A" (payload = @gone.usda@) {}'));
  const partly = await parseBytes('usda', usdLayer(`def "A" (payload = @gone.usda@) { ${usdMesh('m', 1)} }`));

  expect(empty.problem).toContain('needs "gone.usda", which is missing');
  expect(partly).toMatchObject({ triangles: 1, references: ['gone.usda'], problem: null });
});

test.each([
  ['animated: true, rigged: false', 'float radius.timeSamples = { 0: 1, 4: 2 }', 'Xform', [true, false]],
  ['animated: false, rigged: true', 'float timeSamples = 1', 'SkelRoot', [false, true]],
] as const)('tells that a part is %s', async (_, property, type, [animated, rigged]) => {
  const siblings = { 'g.usda': usdLayer(`def ${type} "A" { ${property} }`) };

  const found = await parseBytes('usda', usdLayer('def "A" (payload = @g.usda@) {}'), { siblings });

  expect(found).toMatchObject({ animated, rigged });
});

test('does not take a scene for as large as it claims to be', async () => {
  const scene = Buffer.from(binaryMesh);
  const table = Number(scene.readBigUInt64LE(16));
  for (let row = 0; row < 6; row += 1) {
    const begin = Number(scene.readBigUInt64LE(table + 8 + row * 32 + 16));
    const claimed = Buffer.from(scene);
    claimed.writeBigUInt64LE(2n ** 31n, begin);

    expect(await parseBytes('usdc', claimed)).toMatchObject({ triangles: null, problem: null });
  }
});
