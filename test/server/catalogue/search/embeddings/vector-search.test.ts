import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../../../server/base/db/open-database.ts';
import { createCodeScan } from '../../../../../server/catalogue/search/embeddings/code-scan.ts';
import { createVectorCoder } from '../../../../../server/catalogue/search/embeddings/vector-code.ts';
import {
  openVectorSearch,
  type VectorSearch,
} from '../../../../../server/catalogue/search/embeddings/vector-search.ts';
import { openVectorStore } from '../../../../../server/catalogue/search/embeddings/vector-store.ts';
import { createCatalogueWriter } from '../../../../../server/catalogue/write/catalogue-writer.ts';
import { createRandom } from '../../../../bench/catalogue/random.ts';
import { vectorNear } from '../../../../bench/catalogue/vectors/noise.ts';
import { openFreshDatabase } from '../../../../helpers/fresh-database.ts';
import { madeVectors } from '../../../../helpers/made-vectors.ts';
import { makeFolder } from '../../../../helpers/make-folder.ts';
import { modelData } from '../../../../helpers/model-data.ts';

let folder: string;
let db: Db;
let search: VectorSearch;
beforeEach(() => {
  folder = makeFolder();
  db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  search = openVectorSearch(db.name);
});
afterEach(() => search.close());

const cosine = (one: Float32Array, other: Float32Array) => {
  const dot = (a: Float32Array, b: Float32Array) =>
    a.reduce((sum, number, at) => sum + number * (b[at] ?? 0), 0);
  return dot(one, other) / Math.sqrt(dot(one, one) * dot(other, other));
};
/** The places of the nearest vectors, by comparing every one. */
const nearestOf = (vectors: readonly Float32Array[], vector: Float32Array, limit: number) =>
  vectors
    .map((other, place) => ({ place, similarity: cosine(vector, other) }))
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, limit)
    .map(({ place }) => place);

/** Keeps a vector for each model from an id on, as if there were these models. */
function keepAll(vectors: readonly Float32Array[], first = 1) {
  db.pragma('foreign_keys = OFF');
  const coder = createVectorCoder(vectors[0]?.length ?? 0);
  const keep = db.prepare(
    "INSERT OR REPLACE INTO model_embedding (model_id, metadata_hash, vector, code) VALUES (?, '', ?, ?)",
  );
  db.transaction(() => {
    for (const [place, vector] of vectors.entries())
      keep.run(first + place, new Uint8Array(vector.buffer), coder.encode(vector));
  })();
}
const find = async (vector: Float32Array, limit = 10, among: readonly number[] = []) =>
  search.find({ vector, limit, among });
const placesOf = async (vector: Float32Array) =>
  (await find(vector)).nearest.map(({ modelId }) => modelId - 1);

test('finds the same ten of 6,000 as a comparison with every vector', async () => {
  const vectors = madeVectors(6000, 128);
  keepAll(vectors);
  const random = createRandom(7);
  const queries = vectors.slice(0, 5).map((vector) => vectorNear(vector, 0.5, random));

  for (const query of queries) expect(await placesOf(query)).toEqual(nearestOf(vectors, query, 10));
});

test('answers exact similarities, also of models that are asked for', async () => {
  const vectors = madeVectors(3000, 12);
  keepAll(vectors);
  const [query = new Float32Array()] = madeVectors(1, 12, 2);

  const { nearest, among } = await find(query, 3, [5, 2000, 4000]);

  for (const { modelId, similarity } of [...nearest, ...among])
    expect(similarity).toBeCloseTo(cosine(query, vectors[modelId - 1] ?? query), 5);
  expect(among.map(({ modelId }) => modelId)).toEqual([5, 2000]);
});

test('finds every model of a small catalogue', async () => {
  const vectors = madeVectors(700, 12);
  keepAll(vectors);
  const [opposite = new Float32Array()] = vectors.map((vector) => vector.map((number) => -number));

  expect((await find(opposite, 800)).nearest).toHaveLength(700);
});

test('knows what came, changed and went since the question before', async () => {
  const store = openVectorStore(db, 'toy');
  const writer = createCatalogueWriter(db, Date.now);
  const put = (title: string, vector: readonly number[], description = '') => {
    writer.transaction(() => writer.put(modelData(title, { description })));
    store.keep(store.due(Date.now(), 10), [Float32Array.from(vector)]);
  };
  const ids = () => db.prepare<[], number>('SELECT id FROM model ORDER BY id').pluck().all();
  const found = async () => (await find(Float32Array.of(1, 0, 0), 2)).nearest;
  expect(await found()).toEqual([]);

  put('Chair', [0, 1, 0]);
  put('Table', [0.5, 1, 0]);
  const [chair = 0, table = 0] = ids();
  expect((await found()).map(({ modelId }) => modelId)).toEqual([table, chair]);

  put('Chair', [2, 0, 0], 'Changed');
  expect(await found()).toMatchObject([{ modelId: chair, similarity: 1 }, { modelId: table }]);

  db.prepare('DELETE FROM model WHERE id = ?').run(chair);
  expect((await found()).map(({ modelId }) => modelId)).toEqual([table]);

  put('Stool', [3, 0, 0]);
  expect((await found()).map(({ modelId }) => modelId)).toEqual([ids()[1], table]);
});

test('starts over with vectors of another length', async () => {
  keepAll(madeVectors(50, 12));
  const query = (dimensions: number) => madeVectors(1, dimensions, 3)[0] ?? new Float32Array();
  expect((await find(query(12))).nearest).toHaveLength(10);
  expect((await find(query(8), 10, [1])).nearest).toEqual([]);

  db.prepare('DELETE FROM model_embedding').run();
  keepAll(madeVectors(7, 8));

  expect((await find(query(8))).nearest).toHaveLength(7);
  expect(await find(query(12), 10, [1])).toEqual({ nearest: [], among: [] });
});

test('is not led astray by vectors that have gone', async () => {
  const query = madeVectors(1, 32)[0] ?? new Float32Array();
  const random = createRandom(5);
  keepAll(Array.from({ length: 3000 }, () => vectorNear(query, 0.1, random)));
  await find(query);
  const vectors = madeVectors(3000, 32, 6);
  keepAll(vectors);

  expect(await placesOf(query)).toEqual(nearestOf(vectors, query, 10));
});

test('takes no new vector for one that has gone', async () => {
  const [query = new Float32Array(), ...others] = madeVectors(3000, 32);
  keepAll([...others, query.map((number) => -number)]);
  await find(query);

  db.prepare('DELETE FROM model_embedding WHERE model_id = 3000').run();
  keepAll([query], 3001);

  expect((await find(query)).nearest[0]).toMatchObject({ modelId: 3001 });
});

test.each([7, 100, 384, 1024, 3072])('codes of %i dimensions lead to the nearest', (dimensions) => {
  const vectors = madeVectors(2000, dimensions);
  const coder = createVectorCoder(dimensions);
  const scan = createCodeScan(coder.bytes);
  for (const vector of vectors) scan.add(coder.encode(vector));
  const random = createRandom(9);
  const query = vectorNear(vectors[1234] ?? new Float32Array(), 0.5, random);

  const best = scan.nearest(coder.ask(query), 50);

  expect(best).toHaveLength(50);
  expect(best).toEqual(expect.arrayContaining(nearestOf(vectors, query, 10)));
});
