import { expect, test } from 'vitest';
import { createEntryFilter } from '../../../server/shared/usd/open-usd.ts';
import { usdLayer, usdMesh } from '../../helpers/usd-layers.ts';
import { usdAlike, usdDef, usdIntegers, usdToken, writeUsdc } from '../../helpers/write-usdc.ts';
import { parseBytes } from './parse-bytes.ts';

const many = (count: number, write: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => write(at));
const layers = many(12, (at) => `l${at}.usda`);
const big = `class "Big" { ${many(2000, (at) => `def "p${at}" {}`).join(' ')} }`;

/** Small scenes that ask for more than any machine has. */
const bombs = {
  'layers that each name the next one often': [
    usdLayer(usdMesh('m', 1), `subLayers = [${Array(30).fill('@l0.usda@')}]`),
    1,
    Object.fromEntries(
      layers.map((name, at) => [name, usdLayer('', `subLayers = [${Array(30).fill(`@l${at + 1}.usda@`)}]`)]),
    ),
  ],
  'much below what is off': [
    usdLayer(
      `${big}\n${many(3000, (at) => `def "x${at}" (active = false references = </Big>) {}`).join('\n')}`,
    ),
    0,
  ],
  'much that is switched off last': [
    usdLayer(
      `${big}\nclass "Off" (active = false) {}\n${many(1000, (at) => `def "x${at}" (references = [</Big>, </Off>]) {}`).join('\n')}`,
    ),
    0,
  ],
  'instancers in instancers': [
    usdLayer(
      `${many(40, (at) => `def PointInstancer "i${at}" { rel prototypes = [</i${at + 1}>, </i${at + 1}>] }`).join('\n')}`,
    ),
    null,
  ],
  'instances of instances': [
    usdLayer(
      `${many(12, (at) => `def PointInstancer "i${at}" { rel prototypes = </i${at + 1}> int[] protoIndices = [${Array(99).fill(0)}] point3f[] positions = [${Array(297).fill(0)}] }`).join('\n')} def "i12" { ${usdMesh('m', 1)} }`,
    ),
    null,
  ],
  'references to very many files': [
    usdLayer(many(20_000, (at) => `def "x${at}" (references = @${at}.usda@) {}`).join('\n')),
    null,
  ],
  'a text of quotes': [usdLayer(`def "A" { string s = "${'\\"'.repeat(200_000)}" ${usdMesh('m', 1)} }`), 1],
  'remarks that never end': [usdLayer(`def "A" { ${'/* '.repeat(200_000)}`), null],
} as const satisfies Readonly<
  Record<
    string,
    readonly [scene: Buffer, triangles: number | null, siblings?: Readonly<Record<string, Buffer>>]
  >
>;

test.each(Object.entries(bombs))('is done with %s', async (_, [scene, triangles, siblings = {}]) => {
  expect(await parseBytes('usda', scene, { siblings })).toMatchObject({ triangles, problem: null });
});

test('does not take lists for as long as they claim to be', async () => {
  const list = { typeName: usdToken('int[]') };
  const scene = (claimed: number) =>
    writeUsdc([
      { path: '/', fields: { defaultPrim: usdToken('A') } },
      { path: '/A', fields: { specifier: usdDef, typeName: usdToken('Mesh') } },
      { path: '/A.faceVertexCounts', fields: { ...list, default: usdIntegers([3]) } },
      { path: '/A.one', fields: { ...list, default: usdAlike(claimed) } },
      { path: '/A.other', fields: { ...list, default: usdAlike(claimed) } },
    ]);

  expect(await parseBytes('usdc', scene(1000))).toMatchObject({ triangles: 1, problem: null });
  expect(await parseBytes('usdc', scene(40_000_000))).toMatchObject({ triangles: null, problem: null });
});

test('reads no more of a package than it has bytes', () => {
  const isRead = createEntryFilter(new Uint8Array(10));

  const found = [
    [0, 6],
    [8, 4],
    [0, 4],
    [0, 1],
  ].map(([compression = 0, size = 0]) => isRead({ compression, size }));

  expect(found).toEqual([true, false, true, false]);
});
