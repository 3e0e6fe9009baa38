import { expect, test } from 'vitest';
import { objText } from '../../helpers/library-folder.ts';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { packGlb, sampleGlb } from '../../helpers/sample-files.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

/** A GLB of one triangle that is so wide and so high. */
function triangle(x: number, y: number): Buffer {
  const points = Buffer.from(Float32Array.of(0, 0, 0, x, 0, 0, 0, y, 0).buffer);
  const accessor = { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' };
  const document = {
    asset: { version: '2.0' },
    ...{ nodes: [{ mesh: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }] },
    buffers: [{ byteLength: 36 }],
    ...{ bufferViews: [{ buffer: 0, byteLength: 36 }], accessors: [accessor] },
  };
  return packGlb(document, points);
}

const server = await startTestServer({
  files: {
    'table/1k/table.glb': triangle(7, 7),
    'table/source/table.glb': sampleGlb({ triangles: 3 }),
    'stool/1k/stool.glb': triangle(0.4, 0.5),
    'stool/1k/stool.obj': objText(4),
    'vase/1k/vase.obj': objText(3),
  },
});

const find = async (query: Parameters<typeof server.call<'browse'>>[1]) =>
  (await server.call('browse', { sort: 'title', ...query })).body.results;

test('lists the size of the most detailed topology', async () => {
  const sizes = (await find({})).map(({ title, sizeMetres }) => [title, sizeMetres]);

  expect(sizes).toEqual([
    ['Stool', { x: 0.4, y: 0.5, z: 0 }],
    ['Table', { x: 4, y: 1, z: 0 }],
    ['Vase', null],
  ]);
});

test.each([
  [{ sizeMaxX: 0.4 }, ['Stool']],
  [{ sizeMaxX: 0.39 }, []],
  [{ sizeMaxX: 100, sizeMaxY: 100, sizeMaxZ: 100 }, ['Stool', 'Table']],
  [{ sizeMaxY: 0.9 }, ['Stool']],
  [{ sizeMaxX: -1 }, []],
])('finds what fits into %j', async (query, titles) => {
  expect((await find(query)).map(({ title }) => title)).toEqual(titles);
  const { body } = await server.call('search', { q: 'stool table vase', sort: 'title', ...query });
  expect(body.results.map(({ title }) => title)).toEqual(titles);
  expect((await server.call('filters', query)).body.total).toBe(titles.length);
});

test('says in each listing of files which axis is up and what its unit is', async () => {
  const [{ guid = '' } = {}] = await find({});
  const person = await registerPerson(server);
  const details = (await server.call('model', { guid })).body;
  const formats = (await server.call('agentFormats', { guid }, person)).body;

  expect(formats.sizeMetres).toEqual({ x: 0.4, y: 0.5, z: 0 });
  for (const { files } of [...details.topologies, ...formats.topologies])
    expect(files.map(({ upAxis, unitMetres }) => [upAxis, unitMetres])).toEqual([
      ['Y', 1],
      [undefined, undefined],
    ]);
});

test('tells agents the size, and finds for them what fits', async () => {
  const client = await connectMcp(server.baseUrl);
  const { content } = await callTool(client, 'search_models', {
    ...{ query_string: '', size_max_metres: { x: 1, y: 2 } },
  });

  expect(content?.models).toMatchObject([{ title_string: 'Stool', size_metres: { x: 0.4, y: 0.5, z: 0 } }]);
});
