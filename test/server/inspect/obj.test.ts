import { expect, test } from 'vitest';
import { sampleMtl, sampleObj } from '../../helpers/sample-files.ts';
import { parseBytes } from './parse-bytes.ts';

const square = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n';

test('counts triangles and lists libraries', async () => {
  const found = await parseBytes('obj', sampleObj({ triangles: 7, material: './my wood.mtl' }));

  expect(found).toMatchObject({ triangles: 7, references: ['my wood.mtl'], problem: null });
});

test('counts a polygon as corners less two', async () => {
  const found = await parseBytes(
    'obj',
    `${square}v 2 2 0\nf 1 2 3 4\nf 1/1 2/2 3/3 4/4 5/5\nf 1//1 2//1 3//1\nf 1 2\n`,
  );

  expect(found).toMatchObject({ triangles: 6, problem: null });
});

test('counts vertex numbers back from the end', async () => {
  const sound = await parseBytes('obj', `${square}f -4 -3 -2 -1\n`);
  const broken = await parseBytes('obj', `${square}f -5 -3 -2\n`);

  expect(sound).toMatchObject({ triangles: 2, problem: null });
  expect(broken.problem).toMatchInlineSnapshot(
    `"file.obj names vertex -5 in face 1, before its first vertex. Export it again."`,
  );
});

test.each(['\r', '\r\n', '\n', '\n\r'])('reads lines that end in %j', async (lineEnd) => {
  const text = sampleObj({ triangles: 7, material: 'a.mtl' }).replaceAll('\n', lineEnd);

  const found = await parseBytes('obj', text);

  expect(found).toMatchObject({ triangles: 7, references: ['a.mtl'], problem: null });
});

test.each(['nan', 'inf', '-NAN(ind)', '1.#INF'])('reports a vertex at %s', async (number) => {
  const found = await parseBytes('obj', `v 1 ${number} 0\n${square}f 1 2 3\n`);

  expect(found.problem).toBe('file.obj has a vertex at infinity. Export it again.');
});

test('goes on after a line with a backslash', async () => {
  const found = await parseBytes('obj', `${square}f 1 2 \\\n3 4\nf 1 2 3\\\n\n  4\nl 1 2 \\\n 3\n`);

  expect(found).toMatchObject({ triangles: 4, problem: null });
});

test('reads a comment after the corners', async () => {
  const found = await parseBytes('obj', `${square}v 0 0 0 # none\n\tf 1 2 3 # one more\n#f 1 2 3\n`);

  expect(found).toMatchObject({ triangles: 1, problem: null });
});

test('parts several libraries on one line', async () => {
  const found = await parseBytes(
    'obj',
    `mtllib a.mtl sub\\b.MTL\nmtllib c d.mtl\nmtllib C:\\work\\e.mtl\n${square}`,
  );

  expect(found.references).toEqual(['a.mtl', 'sub/b.MTL', 'c d.mtl', 'e.mtl']);
});

const broken = [
  ['a vertex that is not there', `${square}f 1 2 1000000\n`, 'names vertex 1,000,000 and holds 4 vertices'],
  ['no vertices', 'hello\nworld\n', 'contains no vertices'],
  ['a corner that is no number', `${square}f 1 b 3\n`, 'a corner without a vertex number in face 1'],
  ['vertex zero', `${square}f 0 1 2\n`, 'a corner without a vertex number in face 1'],
  ['an end inside a face', `${square}f 1 2 3\nf 1 2`, 'ends in the middle of a face'],
  ['an end after a backslash', `${square}f 1 2 3 \\\n`, 'ends in the middle of a face'],
  ['bytes that are no text', `${square}\0`, 'contains bytes that are not text'],
  ['a line without end', `${square}# ${'x'.repeat(17 * 1024 * 1024)}`, 'has a line longer than 16 MiB'],
  ['nothing', '', 'is empty'],
] as const;

test.each(broken)('reports an OBJ with %s', async (_, text, reason) => {
  const found = await parseBytes('obj', text);

  expect(found.problem).toMatch(reason);
});

test('lists the maps of a material library', async () => {
  const text = [
    sampleMtl('wood grain.png'),
    '\tmap_Bump -bm 0.5 -clamp on normals\\wood.png',
    'bump -s 1 1 1 -o 0 0 0 wood.png',
    'disp C:\\Users\\me\\height.tif',
    'map_Ks .\\shine.png',
    'map_Kd wood.png',
    'Ka 1 1 1',
    'norm',
  ].join('\n');

  const found = await parseBytes('mtl', text);

  expect(found.references).toEqual([
    'wood grain.png',
    'normals/wood.png',
    'wood.png',
    'height.tif',
    'shine.png',
  ]);
  expect(found.problem).toBeNull();
});

test('reports a material library that is no text', async () => {
  const found = await parseBytes('mtl', Buffer.from([0x6e, 0, 0x77]));

  expect(found.problem).toMatch('contains bytes that are not text');
});
