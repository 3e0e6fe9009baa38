import { afterAll, beforeAll, expect, test } from 'vitest';
import { objText } from '../../../../helpers/library-folder.ts';
import { startTestServer, type TestServer } from '../../../../helpers/test-server.ts';
import { startToyEmbedder, type ToyEmbedder } from '../../../../helpers/toy-embedder.ts';
import { waitUntil } from '../../../../helpers/watched-library.ts';

const count = 230;
let toy: ToyEmbedder;
let server: TestServer;
beforeAll(async () => {
  toy = await startToyEmbedder();
  server = await startTestServer({
    files: Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        [`m${index}/product.json`, JSON.stringify({ title: `Chair ${index}` })],
        [`m${index}/1k/chair.obj`, objText(2, `chair ${index}`)],
      ]).flat(),
    ),
    environment: { LODESTOCK_EMBEDDINGS_URL: toy.url },
  });
  const vectors = server.db.prepare('SELECT count(*) FROM model_embedding').pluck();
  await waitUntil(() => vectors.get() === count);
  // Vectors that come too late for one page are kept, and would make the next pages another list.
  for (const q of ['chair', 'armchair'])
    await waitUntil(async () => {
      const { results } = (await server.call('search', { q })).body;
      return results.some(({ embeddingScore }) => embeddingScore !== null);
    });
});
afterAll(() => toy.close());

/** All pages of a query, with what each said of the whole. */
async function readAll(q: string) {
  const guids: string[] = [];
  const scores: number[] = [];
  const totals = new Set<number>();
  for (let offset = 0; offset < 300; offset += 50) {
    const { body } = await server.call('search', { q, limit: 50, offset });
    guids.push(...body.results.map(({ guid }) => guid));
    scores.push(...body.results.map(({ score }) => score));
    totals.add(body.total);
  }
  return { guids, scores, totals: [...totals] };
}

test('lists each of many matches exactly once', async () => {
  const { guids, totals } = await readAll('chair');

  expect([guids.length, new Set(guids).size, totals]).toEqual([count, count, [count]]);
});

test('never lets the score rise along the pages', async () => {
  const { scores } = await readAll('chair');

  expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('lists what meaning alone finds exactly once', async () => {
  const { guids, totals } = await readAll('armchair');

  expect([new Set(guids).size, totals]).toEqual([guids.length, [guids.length]]);
  expect(guids.length).toBeGreaterThan(0);
});
