import { afterAll, beforeEach, expect, test } from 'vitest';
import { simpleModel } from '../../../../helpers/library-folder.ts';
import { startTestServer } from '../../../../helpers/test-server.ts';
import { startToyEmbedder } from '../../../../helpers/toy-embedder.ts';
import { waitUntil } from '../../../../helpers/watched-library.ts';

const toy = await startToyEmbedder();
const server = await startTestServer({
  files: {
    ...simpleModel('Chair', { category: 'Furniture', license: 'MIT' }),
    ...simpleModel('Stool', { category: 'Furniture', license: 'CC0-1.0' }),
    ...simpleModel('Sword', { category: 'Weapons' }),
    ...simpleModel('Fern', { category: 'Plants' }),
  },
  environment: { LODESTOCK_EMBEDDINGS_URL: toy.url, LODESTOCK_EMBEDDINGS_KEY: 'never-logged' },
});
const count = server.db.prepare('SELECT count(*) FROM model_embedding').pluck();
await waitUntil(() => count.get() === 4);
afterAll(() => toy.close());
beforeEach(() => {
  toy.state.mode = 'good';
  toy.state.dimensions = 12;
  // Past the rest after failures of the test before.
  server.advance(60_000);
});

const search = async (q: string, more = {}) => (await server.call('search', { q, ...more })).body;
/** Searches once the vector of the words is known: one that came late counts the next time. */
async function searchByMeaning(q: string, more = {}) {
  await waitUntil(async () =>
    (await search(q)).results.some(({ embeddingScore }) => embeddingScore !== null),
  );
  return search(q, more);
}
const titles = (body: { results: { title: string }[] }) => body.results.map(({ title }) => title);

test('finds by meaning what words miss', async () => {
  const body = await searchByMeaning('sittable');

  expect(titles(body).sort()).toEqual(['Chair', 'Stool']);
  expect(body.total).toBe(2);
  expect(body.suggestions).toBeUndefined();
  expect(body.results[0]).toMatchObject({ lexicalScore: 0 });
  expect(body.results[0]?.embeddingScore).toBeGreaterThan(0.7);
});

test('puts a match of words and meaning first', async () => {
  const { results } = await searchByMeaning('stool');

  expect(results.map(({ title }) => title)).toEqual(['Stool', 'Chair']);
  expect(results[0]?.lexicalScore).toBeGreaterThan(0);
  expect(results[0]?.score).toBeGreaterThan(results[1]?.score ?? 1);
});

test('keeps filters for what meaning finds', async () => {
  const free = await searchByMeaning('sittable', { license: 'cc0-1.0', category: 'furniture', lod: ['1k'] });
  const none = await searchByMeaning('sittable', { category: 'weapons' });

  expect(titles(free)).toEqual(['Stool']);
  expect([none.total, titles(none)]).toEqual([0, []]);
});

test('answers by words alone while the embedder fails', async () => {
  toy.state.mode = 'failing';

  const answer = await server.call('search', { q: 'sword' });

  expect(titles(answer.body)).toEqual(['Sword']);
  expect(answer.body.results[0]?.embeddingScore).toBeNull();
  expect([answer.headers.get('etag'), answer.headers.get('cache-control')]).toEqual([null, 'no-store']);
});

test.each([
  ['while the embedder hangs', { mode: 'hanging' }, 'Fern'],
  ['on garbage', { mode: 'garbage' }, 'Chair'],
  ['on another vector length', { dimensions: 7 }, 'Sword'],
] as const)('answers by words alone %s', async (_, state, title) => {
  Object.assign(toy.state, state);

  const body = await search(title);

  expect([titles(body), body.results[0]?.embeddingScore]).toEqual([[title], null]);
});

test('leaves a failing embedder in peace for a while', async () => {
  toy.state.mode = 'failing';
  for (const q of ['one', 'two', 'three', 'four', 'five']) await search(q);
  const { requests } = toy.state;

  await search('six');

  expect(toy.state.requests).toBe(requests);
});

test('brings models of near meaning as similar', async () => {
  const [chair] = (await search('chair')).results;
  const { body } = await server.call('similar', { guid: chair?.guid ?? '', limit: 2 });

  expect(titles(body)[0]).toBe('Stool');
  expect(titles(body)).not.toContain('Chair');
});

test('never logs the key of the embedder', () => {
  expect(server.logged.join('')).not.toContain('never-logged');
});
