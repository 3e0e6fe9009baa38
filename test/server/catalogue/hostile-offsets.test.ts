import { expect, test } from 'vitest';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const library = makeLibraryFolder(simpleModel('chair'));
const server = await startTestServer({ libraryDir: library.folder });

const huge = '99999999999999999999999';
test.each([
  `q=chair&offset=${huge}`,
  `q=chair&offset=4294967296&sort=relevance`,
  `q=chair&offset=${huge}&sort=title`,
  `offset=${huge}&q=a&offset=9007199254740993&offset=1`,
  `offset=${huge}&limit=${huge}`,
  `q=chair&offset=-${huge}`,
])('answers a page at %s', async (query) => {
  const answer = await fetch(`${server.baseUrl}/api-embeddings/?${query}`);

  expect([200, 400]).toContain(answer.status);
  expect((await answer.json()).code).not.toBe('INTERNAL');
});
