import { rmSync } from 'node:fs';
import path from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../server/base/db/open-database.ts';
import { createAddresses } from '../../../server/base/http/addresses.ts';
import { createDiscovery } from '../../../server/catalogue/discovery.ts';
import { createModels } from '../../../server/catalogue/model/models.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { readConfig } from '../../../server/config.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { modelData } from '../../helpers/model-data.ts';

let folder: string;
let db: Db;
let http: FastifyInstance;
let discovery: ReturnType<typeof createDiscovery>;
beforeEach(() => {
  folder = makeFolder();
  db = openFreshDatabase(path.join(folder, 'lodestock.db'));
  db.prepare("INSERT INTO sync_host (id, url) VALUES (1, 'http://north.example.org')").run();
  start();
});
afterEach(() => stop());

function start() {
  http = fastify();
  const config = readConfig({ LODESTOCK_DATA_DIR: folder });
  discovery = createDiscovery({
    ...{ db, config, models: createModels(db), addresses: createAddresses(config), log: http.log },
    ...{ clock: Date.now, onMissingPoster: () => {} },
    readiness: { isReady: () => true, progress: () => ({ done: 0, total: 0 }) },
    work: { isOurs: () => true, whenOurs: (begin) => begin(), release: () => {} },
  });
  const { handlers, answers } = discovery;
  const register = (address: string, meanwhile: () => Promise<void>) =>
    http.get(address, async (request, reply) => {
      if (answers.recall(request, reply)) return reply;
      const before = answers.state();
      await meanwhile();
      const asked = { query: {}, params: {}, body: {}, caller: null, http: { request, reply } };
      const given = await handlers.browse(asked);
      return answers.send(given, before, { request, reply });
    });
  register('/browse', async () => {});
  register('/browse-meanwhile', async () => {
    put('New.');
    await discovery.apply();
  });
}

async function stop() {
  await http.close();
  await discovery.close();
}

/** Commits a model of a host, which the index does not hear of before `discovery.apply`. */
function put(description: string, title = 'Chair') {
  const origin = { host: 1, version: 1, addedAt: '2026-01-01T00:00:00.000Z', colour: null };
  createCatalogueWriter(db, Date.now).adopt(modelData(title, { description }), origin);
}

async function browse(address = '/browse') {
  const { headers, payload } = await http.inject(address);
  const { results } = JSON.parse(payload);
  return { tag: headers.etag ?? null, description: results[0]?.description };
}

test('gives no tag to a text that is newer than the index', async () => {
  put('Old.');
  await discovery.apply();
  put('New.');

  const early = await browse();
  await discovery.apply();
  const later = await browse();

  expect(early).toEqual({ tag: null, description: 'New.' });
  expect(later).toEqual({ tag: expect.any(String), description: 'New.' });
});

test('shows again what it showed before when a model is what it was', async () => {
  put('Old.');
  await discovery.apply();
  const first = await browse();
  put('New.');
  await discovery.apply();
  put('Old.');
  await discovery.apply();

  expect(await browse()).toEqual(first);
});

test('forgets a text that it met before the index did, also when the model is again what it was', async () => {
  put('Old.');
  await discovery.apply();
  put('New.');
  await browse();
  await discovery.apply();
  put('Old.');
  await discovery.apply();

  const { description } = await browse();

  expect(description).toBe('Old.');
});

test('gives no tag to an answer during which the catalogue changed', async () => {
  put('Old.');
  await discovery.apply();

  expect(await browse('/browse-meanwhile')).toEqual({ tag: null, description: 'New.' });
});

test('keeps the tag of a page none of whose models has changed', async () => {
  put('Old.');
  await discovery.apply();
  put('New.', 'Table');

  expect(await browse()).toEqual({ tag: expect.any(String), description: 'Old.' });
});

test('gives the same tag for the same models, whatever was there before', async () => {
  put('Old.');
  await discovery.apply();
  const { tag } = await browse();
  await stop();
  put('Old.', 'Table');
  rmSync(path.join(folder, 'search.index'), { force: true });
  start();
  await discovery.apply();
  createCatalogueWriter(db, Date.now).remove('table');
  await discovery.apply();

  expect(await browse()).toEqual({ tag, description: 'Old.' });
});
