import { expect, test } from 'vitest';
import { sampleDae } from '../../helpers/sample-dae.ts';
import { parseBytes } from './parse-bytes.ts';

const inputs = '<input semantic="VERTEX" offset="0"/><input semantic="NORMAL" offset="1"/>';
const triangles = `<triangles count="2">${inputs}<p>0 0 1 1 2 2 0 0 2 2 3 3</p></triangles>`;

test('counts every kind of primitive', async () => {
  const primitives = [
    triangles,
    `<polylist count="2">${inputs}<vcount>4 3</vcount><p>0 0 1 1 2 2 3 3 0 0 1 1 2 2</p></polylist>`,
    `<polygons count="2">${inputs}<p>0 0 1 1 2 2 3 3</p><p>0 0 1 1 2 2</p></polygons>`,
    `<tristrips count="1">${inputs}<p>0 0 1 1 2 2 3 3</p></tristrips>`,
    '<trifans count="1"><input semantic="VERTEX" offset="0"/><p>0 1 2 3 4</p></trifans>',
    `<lines count="1">${inputs}<p>0 0 1 1</p></lines>`,
  ].join('\n');

  const found = await parseBytes('dae', sampleDae({ primitives }));

  expect(found).toMatchObject({
    triangles: 2 + 3 + 3 + 2 + 3,
    animated: false,
    rigged: false,
    problem: null,
  });
});

test('counts a geometry once per instance', async () => {
  const thrice = await parseBytes('dae', sampleDae({ primitives: triangles, instances: 3 }));
  const unseen = await parseBytes('dae', sampleDae({ primitives: triangles, instances: 0 }));

  expect([thrice.triangles, unseen.triangles]).toEqual([6, 2]);
});

test('follows instances of nodes and skins', async () => {
  const text = sampleDae({ primitives: triangles, rigged: true })
    .replace(
      '<node id="n">',
      '<node id="n"><instance_node url="#lib"/><node id="m"><instance_geometry url="#g"/></node>',
    )
    .replace(
      '<library_visual_scenes>',
      '<library_nodes><node id="lib"><instance_geometry url="#g"/></node></library_nodes>$&',
    );

  const found = await parseBytes('dae', text);

  expect(found).toMatchObject({ triangles: 6, rigged: true, problem: null });
});

test('tells an animation channel', async () => {
  const found = await parseBytes('dae', sampleDae({ primitives: triangles, animated: true }));

  expect(found).toMatchObject({ animated: true, rigged: false, problem: null });
});

test.each([
  ['./maps/wood%20grain.png', 'maps/wood grain.png'],
  ['file:///C:/art/wood.png', 'wood.png'],
  ['C:\\work\\wood.png', 'wood.png'],
  ['<ref>a&amp;b.png</ref>', 'a&b.png'],
  ['<![CDATA[maps/wood.png]]>', 'maps/wood.png'],
])('reads the image address %s', async (image, reference) => {
  const found = await parseBytes('dae', sampleDae({ primitives: triangles, image }));

  expect(found).toMatchObject({ references: [reference], problem: null });
});

test('lists no image at a network address', async () => {
  const found = await parseBytes(
    'dae',
    sampleDae({ primitives: triangles, image: 'https://example.org/a.png' }),
  );

  expect(found).toMatchObject({ references: [], problem: null });
});

test('passes over comments, instructions and document types', async () => {
  const text = sampleDae({ primitives: `<!-- </mesh> -- > --><?x </mesh> ?>${triangles}` });

  const found = await parseBytes('dae', text.replace('<COLLADA', '<!DOCTYPE a [<!ENTITY b "c">]>\n<COLLADA'));

  expect(found).toMatchObject({ triangles: 2, problem: null });
});

const sound = sampleDae({ primitives: triangles });
const broken = [
  ['a cut-off end', sound.slice(0, -'</COLLADA>'.length), 'is truncated: it ends before </COLLADA>'],
  ['a cut-off tag', sound.slice(0, -3), 'is truncated: it ends inside a tag'],
  ['a cut-off comment', `${sound}<!-- and`, 'is truncated: it ends inside a tag'],
  ['tags that cross', sound.replace('</mesh>', '</geometry>'), '</geometry> follows <mesh>'],
  ['another root', '<svg></svg>', 'is not a COLLADA file'],
  ['no tag at all', 'hello', 'is not XML: it contains no tags'],
  [
    'fewer corners than it counts',
    sound.replace('count="2"', 'count="2000000000"'),
    'with 12 numbers where 12,000,000,000 are promised',
  ],
  [
    'a word among the corners',
    sound.replace('0 0 1 1', '0 0 one 1'),
    'has no number where <triangles> needs one',
  ],
  [
    'a node inside itself',
    sound.replace('<instance_geometry', '<instance_node url="#n"/>$&'),
    'an object contains itself',
  ],
  ['tags nested without end', `<COLLADA>${'<a>'.repeat(20_000)}`, 'nests its tags too deep'],
  ['a tag of megabytes', `<COLLADA a="${'x'.repeat(2_000_000)}">`, 'has a tag that never ends'],
] as const;

test.each(broken)('reports a DAE with %s', async (_, text, reason) => {
  const found = await parseBytes('dae', text);

  expect(found.problem).toContain(reason);
});
