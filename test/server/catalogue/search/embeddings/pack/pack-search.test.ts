import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { simpleModel } from '../../../../../helpers/library-folder.ts';
import { startTestServer } from '../../../../../helpers/test-server.ts';
import { waitUntil } from '../../../../../helpers/watched-library.ts';
import { writeToyPack } from './toy-pack.ts';

async function serve(pack: string) {
  const server = await startTestServer({
    files: { ...simpleModel('Clock'), ...simpleModel('Chair') },
    environment: { LODESTOCK_EMBEDDINGS_PACK: pack, LODESTOCK_EMBEDDINGS_MIN_SIMILARITY: '0.3' },
  });
  const search = async (q: string) => (await server.call('search', { q })).body.results;
  return { server, search };
}

test('finds a model by meaning, its text and the question each with their prefix', async () => {
  const fields = { queryPrefix: 'query: ', documentPrefix: 'passage: ' };
  const { server, search } = await serve(writeToyPack({ fields }));
  const count = server.db.prepare('SELECT count(*) FROM model_embedding').pluck();
  await waitUntil(() => count.get() === 2);

  // The vector of the first question may come late, and counts the next time.
  await waitUntil(async () => (await search('hourteller')).length > 0);

  const found = await search('hourteller');
  expect(found.map(({ title }) => title)).toEqual(['Clock']);
  // The words alike, the prefixes unlike: half of what both say.
  expect(found[0]?.embeddingScore).toBeGreaterThan(0.4);
  expect(found[0]?.embeddingScore).toBeLessThan(0.6);
});

test('searches by words with a pack that is broken, and logs what to do', async () => {
  const pack = writeToyPack();
  appendFileSync(path.join(pack, 'model.onnx'), 'x');
  const { server, search } = await serve(pack);

  await waitUntil(() => server.logged.join('').includes('Copy the file again'));

  expect((await search('clock')).map(({ title }) => title)).toEqual(['Clock']);
  expect(await search('hourteller')).toEqual([]);
  expect(server.logged.join('')).toContain(String.raw`The embedding pack \"toy\" cannot be used`);
});
