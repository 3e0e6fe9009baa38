import { expect, test } from 'vitest';
import { type SampleFbx, sampleFbxAscii, sampleFbxBinary } from '../../helpers/sample-fbx.ts';
import { parseBytes } from './parse-bytes.ts';

const quads: SampleFbx = {
  polygons: [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [0, 1, 2],
    [0, 1, 2, 3, 4],
  ],
};

const writers = [
  ['binary', (options: SampleFbx) => sampleFbxBinary(options)],
  ['binary 7.7', (options: SampleFbx) => sampleFbxBinary(options, { version: 7700 })],
  ['unpacked binary', (options: SampleFbx) => sampleFbxBinary(options, { isPacked: false })],
  ['ASCII', sampleFbxAscii],
] as const;

test.each(writers)('counts polygons as triangles in %s', async (_, write) => {
  const found = await parseBytes('fbx', write(quads));

  expect(found).toMatchObject({ triangles: 8, animated: false, rigged: false, problem: null });
});

test.each(writers)('tells animation and skin in %s', async (_, write) => {
  const found = await parseBytes('fbx', write({ ...quads, animated: true, rigged: true }));

  expect(found).toMatchObject({ animated: true, rigged: true, problem: null });
});

test.each(writers)('lists an external texture of %s', async (_, write) => {
  const relative = await parseBytes('fbx', write({ ...quads, texture: '..\\maps\\wood.png' }));
  const absolute = await parseBytes('fbx', write({ ...quads, texture: 'C:\\Users\\me\\wood.png' }));

  expect(relative.references).toEqual(['../maps/wood.png']);
  expect(absolute.references).toEqual(['wood.png']);
});

test.each(writers)('tells what materials use textures as in %s', async (_, write) => {
  const useOf = async (texture: string, property: string, content?: Buffer) => {
    const found = await parseBytes(
      'fbx',
      write({ ...quads, texture, property, ...(content && { content }) }),
    );
    return found.textures?.map(({ map, material }) => `${material}: ${map}`);
  };

  expect(await useOf('a.png', 'DiffuseColor')).toEqual(['Oak: baseColor']);
  expect(await useOf('a.png', 'Maya|TEX_normal_map')).toEqual(['Oak: normal']);
  expect(await useOf('a.png', '3dsMax|Parameters|roughness_map')).toEqual(['Oak: roughness']);
  expect(await useOf('oak_normal.png', 'Bump')).toEqual(['Oak: normal']);
  expect(await useOf('oak.png', 'Bump')).toEqual(['Oak: height']);
  expect(await useOf('oak_metallic.png', 'ReflectionFactor')).toEqual(['Oak: metallic']);
  expect(await useOf('oak.png', 'ShininessExponent')).toBeUndefined();
  expect(await useOf('oak.png', 'constructor')).toBeUndefined();
  expect(await useOf('a.png', 'DiffuseColor', Buffer.alloc(9000, 7))).toBeUndefined();
});

test.each(writers)('lists no texture embedded in %s', async (_, write) => {
  const found = await parseBytes(
    'fbx',
    write({ ...quads, texture: 'wood.png', content: Buffer.alloc(9000, 7) }),
  );

  expect(found).toMatchObject({ references: [], triangles: 8, problem: null });
});

test.each(writers)('reports a vertex not in the mesh of %s', async (_, write) => {
  const found = await parseBytes('fbx', write({ ...quads, vertices: 5 }));

  expect(found.problem).toMatch('names vertex 7 in a mesh of 5 vertices');
});

test('unpacks a list of many megabytes', async () => {
  const polygons = Array.from({ length: 800_000 }, () => [0, 1, 2]);

  const found = await parseBytes('fbx', sampleFbxBinary({ polygons }));

  expect(found).toMatchObject({ triangles: 800_000, problem: null });
});

const old = `; FBX 6.1.0 project file
FBXHeaderExtension:  {
}
Objects:  {
	Model: "Model::Box", "Mesh" {
		Vertices: 0,0,0,1,0,0,1,1,0,0,1,0,
			2,2,2
		PolygonVertexIndex: 0,1,2,-4,0,
			1,-5
	}
}
Connections:  {
	Connect: "OO", "Model::Box", "Model::Scene"
}
Takes:  {
	Take: "Take 001" {
		Model: "Model::Box" {
			Channel: "Transform" {
				KeyCount: 2
			}
		}
	}
}
`;

test('reads the older ASCII layout', async () => {
  const moving = await parseBytes('fbx', old);
  const still = await parseBytes('fbx', old.replace('KeyCount: 2', 'KeyCount: 1'));

  expect(moving).toMatchObject({ triangles: 3, animated: true, problem: null });
  expect(still).toMatchObject({ triangles: 3, animated: false, problem: null });
});

test('counts no animation without its stack', async () => {
  const text = sampleFbxAscii({ ...quads, animated: true }).replace('C: "OO", 41, 40\n', '');

  const found = await parseBytes('fbx', text);

  expect(found).toMatchObject({ animated: false, problem: null });
});

test('counts a mesh once per model showing it', async () => {
  const text = sampleFbxAscii(quads)
    .replace('Model: 20,', 'Model: 21, "Other", "Mesh"\nModel: 20,')
    .replace('C: "OO", 10, 20', 'C: "OO", 10, 20\nC: "OO", 10, 21');

  const found = await parseBytes('fbx', text);

  expect(found.triangles).toBe(16);
});

const binary = sampleFbxBinary(quads);
const ascii = sampleFbxAscii(quads);

function change(find: string, offset: number, bytes: readonly number[]): Buffer {
  const changed = Buffer.from(binary);
  changed.set(bytes, changed.indexOf(find) + find.length + offset);
  return changed;
}

const broken = [
  ['a cut-off node', binary.subarray(0, 500), 'is truncated: its node "Objects" ends at byte'],
  ['a cut-off list of nodes', binary.subarray(0, -10), 'is truncated: it ends inside its list of nodes'],
  ['only half a header', binary.subarray(0, 20), 'is truncated inside its header'],
  ['a damaged array', change('PolygonVertexIndex', 13, [1, 2, 3]), 'contains damaged compressed data'],
  [
    'an array of billions',
    change('PolygonVertexIndex', 1, [255, 255, 255, 255]),
    'contains damaged compressed data',
  ],
  [
    'an array over its node',
    change('PolygonVertexIndex', 9, [255, 255, 255, 127]),
    'has a damaged list of properties',
  ],
  ['an unknown property', change('PolygonVertexIndex', 0, [0x7a]), 'has a damaged list of properties'],
  ['a text over its node', change('Geometry', 10, [255, 255, 255, 127]), 'has a damaged list of properties'],
  ['another kind of file', Buffer.from('hello'), 'is not an FBX file'],
  ['a cut-off ASCII node', ascii.slice(0, -10), 'is truncated: it ends inside a'],
  [
    'a cut-off ASCII text',
    ascii.slice(0, ascii.indexOf('"Mesh"') + 3),
    'is truncated: it ends inside a text',
  ],
  ['one brace too many', `${ascii}}`, 'closes a node that is not open'],
  ['bytes that are no text', `${ascii}\0`, 'contains bytes that are not text'],
  ['a hundred thousand braces', `${ascii}${'a: {'.repeat(100_000)}`, 'nests its nodes too deep'],
  ['a word without end', `${ascii}${'x'.repeat(100_000)}`, 'has a word that never ends'],
] as const;

test.each(broken)('reports an FBX with %s', async (_, bytes, reason) => {
  const found = await parseBytes('fbx', bytes);

  expect(found.problem).toContain(reason);
});
