import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../../server/base/db/open-database.ts';
import { type Billing, openBilling } from '../../../server/billing/billing.ts';
import { createJournal } from '../../../server/catalogue/search/engine/state/journal.ts';
import { createCatalogueWriter } from '../../../server/catalogue/write/catalogue-writer.ts';
import { openFreshDatabase } from '../../helpers/fresh-database.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { toModelData } from '../catalogue/search/engine/catalogue-fixture.ts';

const people = ['ann', 'bob', 'cyd'];
let folder: string;
let main: Db;
let billing: Billing;
const open = () => {
  main = openFreshDatabase(path.join(folder, 'lodestock.db'));
  billing = openBilling({ main, clock: Date.now, log: { error: () => {} } });
};
const close = async () => {
  await billing.close();
  main.close();
};
beforeEach(() => {
  folder = makeFolder();
  open();
  const addAccount = main.prepare(
    "INSERT INTO account (id, email, name, password_hash, role, created_at) VALUES (?, ?, '', '', 'user', '2026')",
  );
  for (const id of people) addAccount.run(id, `${id}@example.org`);
  const writer = createCatalogueWriter(main, Date.now);
  writer.transaction(() => {
    for (const title of ['chair', 'table']) writer.put(toModelData(title, { title }));
  });
});
afterEach(() => close());

const unlock = (accountId: string, guid: string) =>
  billing.unlocks.unlock({
    accountId,
    tokenId: 'token',
    guid,
    relativePath: '10k/thing.obj',
    title: guid,
    priceCents: 0,
    at: '2026-01-01T00:00:00.000Z',
  });
const popularities = () =>
  Object.fromEntries(main.prepare<[], [string, number]>('SELECT guid, popularity FROM model').raw().all());

test('counts accounts that unlocked a model together', async () => {
  for (const person of people) await unlock(person, 'chair');
  await unlock('ann', 'table');
  await unlock('ann', 'table');

  await billing.popularity.count();

  expect(popularities()).toEqual({ chair: 3, table: 1 });
});

test('leaves listings as they are until it counts', async () => {
  const journal = createJournal(main);
  const before = journal.last();

  await unlock('ann', 'chair');
  const unlocked = journal.last();
  await billing.popularity.count();
  const counted = journal.last();
  await billing.popularity.count();

  expect(unlocked).toBe(before);
  expect(counted).toBe(before + 1);
  expect(journal.last()).toBe(counted);
});

test('notes an unlock in its own transaction', async () => {
  await unlock('ann', 'chair');

  expect(main.prepare('SELECT guid FROM popularity_due').pluck().all()).toEqual(['chair']);
});

test('counts what is left when it closes', async () => {
  await unlock('ann', 'chair');

  await close();
  open();

  expect(popularities()).toEqual({ chair: 1, table: 0 });
});
