import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder(simpleModel('Chair'));
const server = await startTestServer({ libraryDir: library.folder });
server.advance(60_000);
library.write(simpleModel('Table'));
await server.scan();

const list = async (sort?: 'popular') => {
  const { body } = await server.call('browse', { sort });
  return [body.sort, ...body.results.map(({ title }) => title)];
};

test('the newest models come first, until a model was unlocked', async () => {
  expect(await list()).toEqual(['newest', 'Table', 'Chair']);
  expect(await list('popular')).toContain('popular');
  expect((await server.call('search', { q: 'chair' })).body.sort).toBe('relevance');

  server.db.exec("UPDATE model SET popularity = 1 WHERE title = 'Chair'"); // as the count of unlocks does

  await expect.poll(() => list()).toEqual(['popular', 'Chair', 'Table']);
});
