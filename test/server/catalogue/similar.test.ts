import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer({
  files: {
    ...simpleModel('Oak chair', { category: 'Furniture', tags: ['oak', 'seat'] }),
    ...simpleModel('Oak armchair', { category: 'Furniture', tags: ['oak', 'seat'] }),
    ...simpleModel('Oak table', { category: 'Furniture', tags: ['oak'] }),
    ...simpleModel('Rocket', { category: 'Vehicles', tags: ['space'] }),
  },
});
const guid = (await server.call('browse', { sort: 'title' })).body.results[1]?.guid ?? '';

test('lists models like this one, nearest first', async () => {
  const { body } = await server.call('similar', { guid });

  expect(body.results.map(({ title }) => title).slice(0, 2)).toEqual(['Oak armchair', 'Oak table']);
  expect(body.results[0]?.score).toBeGreaterThan(body.results[1]?.score ?? 0);
  expect(body.limit).toBe(12);
  expect(body.results.map((found) => found.guid)).not.toContain(guid);
});

test('clamps the number of similar models', async () => {
  const [low, high] = await Promise.all([
    server.call('similar', { guid, limit: -5 }),
    server.call('similar', { guid, limit: 9000 }),
  ]);

  expect([low.body.limit, low.body.results.length, high.body.limit]).toEqual([1, 1, 50]);
});

test('takes a chair of oak for a chair', async () => {
  const things = makeLibraryFolder({
    ...simpleModel('Oak chair 02', { guid: 'wanted', category: 'Furniture', tags: ['oak'] }),
    ...simpleModel('Oak tree', { category: 'Nature', tags: ['oak', 'plant'] }),
    ...simpleModel('Oak barrel', { category: 'Containers', tags: ['oak', 'wine'] }),
    ...Object.assign(
      {},
      ...['Steel', 'Garden', 'Office', 'Folding'].map((kind) =>
        simpleModel(`${kind} chair`, { category: 'Furniture', tags: [kind] }),
      ),
    ),
  });
  const other = await startTestServer({ libraryDir: things.folder });

  const { body } = await other.call('similar', { guid: 'wanted' });
  await other.close();
  things.remove();

  expect(body.results.slice(0, 4).map(({ title }) => title.split(' ')[1])).toEqual(Array(4).fill('chair'));
});
