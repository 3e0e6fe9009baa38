import { expect, test } from 'vitest';
import {
  sampleThreemf,
  sampleThreemfModel,
  sampleUsda,
  sampleUsdz,
  sampleZip,
} from '../../helpers/sample-archives.ts';
import { writeUsdc } from '../../helpers/write-usdc.ts';
import { parseBytes } from './parse-bytes.ts';

const modelName = '3D/3dmodel.model';
const model = sampleThreemfModel();
const packModel = (content: string) => sampleZip([{ name: modelName, content }]);

test('counts the triangles of a 3MF', async () => {
  const found = await parseBytes('3mf', sampleThreemf());

  expect(found).toMatchObject({ triangles: 4, animated: false, references: [], problem: null });
});

test('counts each object as often as it stands', async () => {
  const text = sampleThreemfModel({ items: 2 })
    .replace(
      '</resources>',
      '<object id="2"><components><component objectid="1"/><component objectid="1"/></components></object></resources>',
    )
    .replace('</build>', '<item objectid="2"/></build>');

  const found = await parseBytes('3mf', packModel(text));

  expect(found).toMatchObject({ triangles: 16, problem: null });
});

test('follows components into other parts', async () => {
  const root = `<model xmlns:p="x"><resources><object id="9"><components><component p:path="/3D/part.model" objectid="1"/></components></object></resources><build><item objectid="9"/></build></model>`;
  const relations = `<Relationships><Relationship Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel" Target="/3D/root.model"/></Relationships>`;

  const found = await parseBytes(
    '3mf',
    sampleZip([
      { name: '3D/part.model', content: model },
      { name: '3D/root.model', content: root },
      { name: '_rels/.rels', content: relations },
    ]),
  );

  expect(found).toMatchObject({ triangles: 4, problem: null });
});

function withFlippedByte(archive: Buffer, at: number): Buffer {
  const changed = Buffer.from(archive);
  changed[at] = (changed[at] ?? 0) ^ 0x55;
  return changed;
}

const bomb = packModel(`<model>${' '.repeat(80_000_000)}</model>`);
const brokenThreemf = [
  [
    'a vertex that is not there',
    packModel(sampleThreemfModel({ lastCorner: 4 })),
    'names vertex 4 in triangle 4 and holds 4 vertices',
  ],
  [
    'a property that is not there',
    packModel(
      model
        .replace('<object', '<colorgroup id="5"><color/></colorgroup><object')
        .replace('v3="2"', 'v3="2" pid="5" p1="1"'),
    ),
    'names property 1 in triangle 1 of a group with 1 properties',
  ],
  [
    'a missing object',
    packModel(model.replace('objectid="1"', 'objectid="8"')),
    'shows object "8", which it does not contain',
  ],
  [
    'an object inside itself',
    packModel(model.replace('</mesh>', '</mesh><components><component objectid="1"/></components>')),
    'an object contains itself',
  ],
  ['no model part', sampleZip([{ name: 'readme.txt', content: 'hello' }]), 'contains no 3D model'],
  ['a part of another kind', packModel('<svg/>'), 'contains no 3D model in "3D/3dmodel.model"'],
  ['a cut-off end', sampleThreemf().subarray(0, -30), 'the directory at its end is missing'],
  ['another start', Buffer.from('hello there'), 'is not a ZIP archive'],
  ['damaged content', withFlippedByte(sampleThreemf(), 80), 'damaged'],
  [
    'a wrong unpacked length',
    sampleZip([{ name: modelName, content: model, promisedBytes: 60 }]),
    'contains damaged compressed data',
  ],
  [
    'an unpacked length of gigabytes',
    sampleZip([{ name: modelName, content: model, promisedBytes: 0xfffffff0 }]),
    'bytes unpack to 4,294,967,280',
  ],
  ['gigabytes of blanks', bomb, 'bytes unpack to 80,000,015'],
] as const;

test.each(brokenThreemf)('reports a 3MF with %s', async (_, bytes, reason) => {
  const found = await parseBytes('3mf', bytes);

  expect(found.problem).toContain(reason);
});

test('counts no more triangles than numbers can', async () => {
  const object = (id: number) =>
    `<object id="${id}"><components>${`<component objectid="${id - 1}"/>`.repeat(10)}</components></object>`;
  const objects = Array.from({ length: 400 }, (_, index) => object(index + 2)).join('');
  const text = model
    .replace('</resources>', `${objects}</resources>`)
    .replace('<item objectid="1"', '<item objectid="401"');

  const found = await parseBytes('3mf', packModel(text));

  expect(found.problem).toContain('has more triangles than can be counted');
});

test.each([
  [false, false],
  [true, false],
  [false, true],
])('tells a text scene: animated %s, rigged %s', async (animated, rigged) => {
  const found = await parseBytes('usdz', sampleUsdz(sampleUsda({ animated, rigged })));

  expect(found).toMatchObject({ triangles: 0, animated, rigged, references: [], problem: null });
});

const meshText = 'def Mesh "a"\n{\nint[] faceVertexCounts = [3, 4,\n 5]\n}\n';
test.each([
  ['all polygons of its meshes', meshText + meshText.replace('"a"', '"b"'), 12],
  ['what other places add to', `${meshText}def "b" (\nprepend references = </a>\n)\n{\n}\n`, 12],
  [
    'what changes in time, at its beginning',
    meshText.replace(/ = \[[^\]]*\]/, '.timeSamples = { 0: [3, 4], 1: [3] }'),
    3,
  ],
])('counts in a text scene %s', async (_, text, triangles) => {
  const found = await parseBytes('usdz', sampleUsdz(`#usda 1.0\n${text}`));

  expect(found).toMatchObject({ triangles, problem: null });
});

test.each(['usd', 'usda'])('counts a text scene that lies alone as %s', async (format) => {
  const found = await parseBytes(format, Buffer.from(`${sampleUsda({ animated: true })}${meshText}`));

  expect(found).toMatchObject({ triangles: 6, animated: true, rigged: false, problem: null });
});

const usdc = writeUsdc([{ path: '/', fields: {} }]);
const brokenUsdz = [
  [
    'compressed entries',
    sampleZip([{ name: 'a.usda', content: sampleUsda() }]),
    'compresses its entry "a.usda"',
  ],
  [
    'a texture before its scene',
    sampleZip([{ name: 'a.png', content: '', isStored: true }]),
    'does not start with a USD scene',
  ],
  ['no entries', sampleZip([]), 'does not start with a USD scene'],
  [
    'a scene of another kind',
    sampleUsdz('hello there, this is no scene'),
    'contains a scene that is not a USD file',
  ],
  ['damaged content', withFlippedByte(sampleUsdz(), 60), 'is damaged inside its entry'],
  ['a cut-off scene', sampleUsdz(usdc.subarray(0, -300)), 'is truncated inside its scene'],
  ['a cut-off end', sampleUsdz().subarray(0, -40), 'the directory at its end is missing'],
] as const;

test.each(brokenUsdz)('reports a USDZ with %s', async (_, bytes, reason) => {
  const found = await parseBytes('usdz', bytes);

  expect(found.problem).toContain(reason);
});
