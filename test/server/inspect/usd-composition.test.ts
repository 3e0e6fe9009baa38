import { expect, test } from 'vitest';
import { sampleZip } from '../../helpers/sample-archives.ts';
import { usdLayer } from '../../helpers/usd-layers.ts';
import { parseBytes } from './parse-bytes.ts';

/** Two faces of three triangles, as wide as it is told. */
const mesh = (name: string, width: number, more = '') => `def Mesh "${name}" {
  int[] faceVertexCounts = [4, 3]
  int[] faceVertexIndices = [0, 1, 2, 3, 0, 1, 4]
  point3f[] points = [(0, 0, 0), (${width}, 0, 0), (${width}, 2, 0), (0, 2, 0), (0, 0, 3)]
  ${more}
}
`;
const at = (x: number) => `double3 xformOp:translate = (${x}, 0, 0)
  uniform token[] xformOpOrder = ["xformOp:translate"]`;
const one = (...meshes: readonly string[]) => usdLayer(`def Xform "A" {\n${meshes.join('')}}`);
const metres = 'defaultPrim = "A"\nmetersPerUnit = 1\nupAxis = "Y"\n';

type Scene = readonly [
  body: string,
  siblings: Readonly<Record<string, Buffer>>,
  triangles: number,
  width: number,
  facts?: string,
];
const over = `${metres}subLayers = [@s.usda@]`;
const asset = (more: string) => ({ 's.usda': usdLayer(`def Xform "A" (\n${more}\n) { ${mesh('k', 1)} }`) });

/** Triangles, and how wide all together are, as OpenUSD's own library has them. */
const scenes: Readonly<Record<string, Scene>> = {
  'a list that a stronger file replaces': [
    'over "A" ( references = @b.usda@ ) {}',
    { ...asset('references = @c.usda@'), 'b.usda': one(mesh('b', 3)), 'c.usda': one(mesh('c', 9)) },
    6,
    3,
    over,
  ],
  'a list that a stronger file empties': [
    'over "A" ( payload = None ) {}',
    { ...asset('payload = @c.usda@'), 'c.usda': one(mesh('c', 9)) },
    3,
    1,
    over,
  ],
  'a list from which a stronger file takes one': [
    'over "A" ( delete references = @c.usda@ ) {}',
    {
      ...asset('prepend references = [@b.usda@, @c.usda@]'),
      ...{ 'b.usda': one(mesh('b', 3)), 'c.usda': one(mesh('c', 9)) },
    },
    6,
    3,
    over,
  ],
  'what is appended, as weaker': [
    'over "A" ( append references = @b.usda@ ) {}',
    {
      ...asset('prepend references = @c.usda@'),
      ...{ 'b.usda': one(mesh('m', 3)), 'c.usda': one(mesh('m', 9)) },
    },
    6,
    9,
    over,
  ],
  'no variant where none is chosen': [
    `def Xform "A" ( prepend variantSets = "size" ) { ${mesh('k', 1)}
      variantSet "size" = { "small" { ${mesh('m', 5)} } } }`,
    {},
    3,
    1,
  ],
  'what a part names itself, before what its owner says of it': [
    'def Xform "A" ( references = @b.usda@ ) { over "k" ( references = @c.usda@ ) {} }',
    {
      'b.usda': usdLayer(`def Xform "A" { def Xform "k" { ${mesh('m', 7)} } }`),
      'c.usda': one(mesh('m', 30), mesh('n', 2)),
    },
    6,
    30,
  ],
  'references before payloads, at any depth': [
    'def Xform "A" ( payload = @p.usda@\nreferences = @b.usda@ ) { over "k" ( payload = @c.usda@ ) {} }',
    {
      'b.usda': usdLayer(`def Xform "A" { def Xform "k" { ${mesh('m', 7)} } }`),
      'p.usda': usdLayer(`def Xform "A" { def Xform "k" { ${mesh('m', 50)} ${mesh('n', 9)} } }`),
      'c.usda': one(mesh('m', 30), mesh('n', 2)),
    },
    6,
    7,
  ],
  'what is said of a class of another file': [
    `class "_c" { over "m" { ${at(30)} } }\ndef "A" ( references = @b.usda@ ) {}`,
    {
      'b.usda': usdLayer(
        `class "_c" {}\ndef Xform "A" ( inherits = </_c> ) { ${mesh('m', 1)} ${mesh('n', 1)} }`,
      ),
    },
    6,
    31,
  ],
  'a prim that is shared, without what is said below it': [
    `def Xform "A" {
      def "i" ( instanceable = true\nreferences = @b.usda@ ) { over "m" { ${at(77)} } ${mesh('x', 60)} }
      def "j" ( instanceable = true\nreferences = @b.usda@ ) { ${at(5)} } }`,
    { 'b.usda': one(mesh('m', 1)) },
    6,
    6,
  ],
  'the value of the strongest file, not its first in time from a weaker one': [
    `over "A" { over "m" { double3 xformOp:translate = (2, 0, 0) } }`,
    {
      's.usda': one(
        mesh('k', 1),
        mesh(
          'm',
          1,
          `double3 xformOp:translate.timeSamples = { 1: (40, 0, 0) }
          uniform token[] xformOpOrder = ["xformOp:translate"]`,
        ),
      ),
    },
    6,
    3,
    over,
  ],
  'no place of what cannot have one': [
    `def "A" { ${mesh('k', 1)} def Scope "S" { ${at(50)}\n ${mesh('m', 2)} } }`,
    {},
    6,
    2,
  ],
};

test.each(Object.entries(scenes))(
  'composes %s',
  async (_, [body, siblings, triangles, width, facts = metres]) => {
    const first = usdLayer(body, facts);
    const entries = Object.entries({ 'first.usda': first, ...siblings });
    const packed = sampleZip(entries.map(([name, content]) => ({ name, content, isStored: true })));

    for (const found of [await parseBytes('usda', first, { siblings }), await parseBytes('usdz', packed)])
      expect(found).toMatchObject({ triangles, sizeMetres: { x: width, y: 2, z: 3 }, problem: null });
  },
);
