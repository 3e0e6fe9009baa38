import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmbedder } from '../../../../../server/catalogue/search/embeddings/embedder.ts';
import { startEmbeddingQueue } from '../../../../../server/catalogue/search/embeddings/embedding-queue.ts';
import { openVectorStore } from '../../../../../server/catalogue/search/embeddings/vector-store.ts';
import { createCatalogueWriter } from '../../../../../server/catalogue/write/catalogue-writer.ts';
import { openFreshDatabase } from '../../../../helpers/fresh-database.ts';
import { makeFolder } from '../../../../helpers/make-folder.ts';
import { modelData } from '../../../../helpers/model-data.ts';
import { startToyEmbedder, type ToyEmbedder } from '../../../../helpers/toy-embedder.ts';

let folder: string;
let toy: ToyEmbedder;
beforeEach(async () => {
  folder = makeFolder();
  toy = await startToyEmbedder();
});
afterEach(() => toy.close());

/** Database, store and queue, as a start of the server makes them. */
function start({ source = 'toy', key = null as string | null } = {}) {
  const db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  const writer = createCatalogueWriter(db, Date.now);
  const store = openVectorStore(db, source);
  const warnings: string[] = [];
  const embedder = createEmbedder({ url: toy.url, model: 'toy', key });
  const queue = startEmbeddingQueue({
    store,
    embedder,
    clock: Date.now,
    firstDelay: 1,
    warn: (message) => warnings.push(message),
  });
  const put = (...titles: readonly string[]) => {
    writer.transaction(() => {
      for (const title of titles) writer.put(modelData(title));
    });
    queue.wake();
  };
  const stop = async () => {
    await queue.close();
    db.close();
  };
  return { db, writer, store, queue, warnings, put, stop };
}

const fromTo = (count: number) => Array.from({ length: count }, (_, index) => `Model ${index}`);
test('embeds every model once in batches', async () => {
  const run = start();
  run.put(...fromTo(150));

  await run.queue.idle();

  expect([run.store.count(), toy.state.texts.length]).toEqual([150, 150]);
  expect(toy.state.requests).toBeLessThan(10);
  await run.stop();
});

test('continues after a restart where it stopped', async () => {
  toy.state.mode = 'failing';
  const first = start();
  first.put(...fromTo(3));
  await expect.poll(() => toy.state.requests).toBeGreaterThan(0);
  await first.stop();
  toy.state.mode = 'good';

  const second = start();
  await second.queue.idle();

  expect(second.store.count()).toBe(3);
  await second.stop();
});

test('repeats with pauses until the endpoint is back', async () => {
  toy.state.mode = 'failing';
  const run = start();
  run.put('Chair');
  await expect.poll(() => toy.state.requests).toBeGreaterThan(2);
  toy.state.mode = 'good';

  await run.queue.idle();

  expect(run.store.count()).toBe(1);
  expect(run.warnings[0]).toMatch(/answered 500\. 1 models wait/);
  await run.stop();
});

test('takes no vector from garbage or zeros', async () => {
  const run = start();
  toy.state.mode = 'garbage';
  run.put('Chair');
  await expect.poll(() => run.warnings.length).toBeGreaterThan(0);
  toy.state.mode = 'zeros';
  const seen = toy.state.requests;
  await expect.poll(() => toy.state.requests).toBeGreaterThan(seen + 1);

  expect(run.store.count()).toBe(0);
  expect(run.warnings.join()).toMatch(/did not answer JSON.*cannot be compared/);
  await run.stop();
});

test('lets one refused text hold up no other', async () => {
  toy.state.mode = 'refusing long texts';
  const run = start();
  run.put(...fromTo(20), 'An unreadable model');

  await expect.poll(() => run.store.count()).toBe(20);

  expect(run.store.nextDue()).not.toBeNull();
  await run.stop();
});

test('embeds a changed model anew, an unchanged one never', async () => {
  const run = start();
  run.put('Chair', 'Table');
  await run.queue.idle();
  toy.state.texts.length = 0;
  run.writer.transaction(() => {
    run.writer.put(modelData('Chair', { description: 'Now with arms.' }));
    run.writer.put(modelData('Table'));
  });

  run.queue.wake();
  await run.queue.idle();

  expect(toy.state.texts).toEqual(['Chair. Props. Now with arms.']);
  await run.stop();
});

test('catches up with changes made without an embedder', async () => {
  const before = start();
  before.put('Chair');
  await before.queue.idle();
  await before.stop();
  toy.state.texts.length = 0;
  const db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  const { put } = createCatalogueWriter(db, Date.now);
  for (const model of [modelData('Chair', { description: 'Changed.' }), modelData('Table')]) put(model);
  db.close();

  const after = start();
  await after.queue.idle();

  expect(toy.state.texts.sort()).toEqual(['Chair. Props. Changed.', 'Table. Props']);
  await after.stop();
});

test('makes all vectors anew when their length changes', async () => {
  const run = start();
  run.put('Chair', 'Table');
  await run.queue.idle();
  toy.state.dimensions = 20;

  run.put('Lamp');
  await run.queue.idle();

  expect([run.store.dimensions(), run.store.count()]).toEqual([20, 3]);
  expect(run.db.prepare('SELECT DISTINCT length(vector) FROM model_embedding').pluck().all()).toEqual([80]);
  await run.stop();
});

test('makes all vectors anew for another embedder', async () => {
  const first = start();
  first.put('Chair', 'Table');
  await first.queue.idle();
  await first.stop();

  const second = start({ source: 'another' });
  await second.queue.idle();

  expect(toy.state.texts.sort()).toEqual(['Chair. Props', 'Chair. Props', 'Table. Props', 'Table. Props']);
  await second.stop();
});

test('drops the vector of a removed model', async () => {
  const run = start();
  run.put('Chair', 'Table');
  await run.queue.idle();

  run.writer.remove('chair');

  expect(run.store.count()).toBe(1);
  await run.stop();
});

test('sends the key and never tells it', async () => {
  toy.state.mode = 'failing';
  const run = start({ key: 'secret-key-1234' });
  run.put('Chair');

  await expect.poll(() => run.warnings.length).toBeGreaterThan(0);

  expect(toy.state.keys[0]).toBe('Bearer secret-key-1234');
  expect(run.warnings.join()).not.toContain('secret');
  await run.stop();
});
