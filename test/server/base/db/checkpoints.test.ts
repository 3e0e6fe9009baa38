import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { catalogueFileOf } from '../../../../server/base/db/catalogue-file.ts';
import { startCheckpoints } from '../../../../server/base/db/checkpoints.ts';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';
import { createGroupCommit } from '../../../../server/billing/group-commit.ts';
import { type MoneyDb, openMoneyConnection } from '../../../../server/billing/money-connection.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { watchThreads } from '../../../helpers/watch-threads.ts';

let folder: string;
let main: Db;
let money: MoneyDb;
beforeEach(() => {
  folder = makeFolder();
  main = openDatabase(path.join(folder, 'lodestock.db'));
  main.exec('CREATE TABLE page (bytes BLOB NOT NULL) STRICT');
  money = openMoneyConnection(main.name);
});
afterEach(() => {
  money.close();
  main.close();
});

const fail = (error: unknown) => {
  throw error;
};
const readLimit = () => main.pragma('wal_autocheckpoint', { simple: true });
const logSize = () => statSync(`${main.name}-wal`).size;
const turn = () => new Promise((resolve) => setTimeout(resolve, 5));
const write = (pages: number) =>
  money.prepare('INSERT INTO page VALUES (zeroblob(?))').run(pages * 4096).changes;
/** Writes, and waits until the thread has copied that: it works now. */
async function writeUntilCopied() {
  write(3000);
  while (statSync(main.name).size < 3000 * 4096) await turn();
}

test('takes checkpoints away from the writers', async () => {
  const checkpoints = startCheckpoints(main, fail, { delayMs: 0 });
  const atOnce = readLimit();

  await expect.poll(readLimit).toBe(0);

  expect(atOnce).toBe(1000);
  await checkpoints.close();
});

test('leaves a server that ends soon as it was', async () => {
  const checkpoints = startCheckpoints(main, fail);

  await checkpoints.close();

  expect(readLimit()).toBe(1000);
});

test('copies the log into the database by itself', async () => {
  const checkpoints = startCheckpoints(main, fail, { delayMs: 0 });

  await writeUntilCopied();

  expect(main.prepare('SELECT count(*) FROM page').pluck().get()).toBe(1);
  await checkpoints.close();
});

test('starts the log over while writes go on', async () => {
  const checkpoints = startCheckpoints(main, fail, { delayMs: 0 });
  const group = createGroupCommit(money, { isHeld: checkpoints.isHeld });
  const pages = 400;
  let [written, largest] = [0, 0];
  await writeUntilCopied();

  for (let round = 0; round < 800 && written - largest < 150_000_000; round += 1) {
    await group.run(() => write(pages));
    written += pages * 4096;
    largest = Math.max(largest, logSize());
    if (largest > 200_000_000) await turn(); // the thread gets no processor
  }

  expect(written - largest).toBeGreaterThan(150_000_000);
  await checkpoints.close();
});

test('gives checkpoints back when the thread fails', async () => {
  rmSync(main.name);
  let reason: unknown = null;

  const checkpoints = startCheckpoints(
    main,
    (error) => {
      reason = error;
    },
    { delayMs: 0 },
  );
  while (reason === null) await turn();

  expect(readLimit()).toBe(1000);
  await checkpoints.close();
});

test('copies the log of the catalogue too', async () => {
  const file = path.join(folder, 'two.db');
  const two = openDatabase(file);
  two.exec('CREATE TABLE catalogue.page (bytes BLOB NOT NULL) STRICT');
  const checkpoints = startCheckpoints(two, fail, { delayMs: 0 });
  await expect.poll(() => two.pragma('wal_autocheckpoint', { simple: true })).toBe(0);

  two.prepare('INSERT INTO catalogue.page VALUES (zeroblob(?))').run(3000 * 4096);
  while (statSync(catalogueFileOf(file)).size < 3000 * 4096) await turn();

  await checkpoints.close();
  two.close();
});

test('ends its thread at rest, and starts it again when the log grows', async () => {
  const threads = watchThreads();
  const checkpoints = startCheckpoints(main, fail, { delayMs: 0, restMs: 0 });
  await writeUntilCopied();
  await expect.poll(() => [threads.size, readLimit()]).toEqual([0, 1000]);

  write(3000);

  // Neither connection copies so much by itself.
  while (statSync(main.name).size < 6000 * 4096) await turn();
  await checkpoints.close();
  expect(threads.size).toBe(0);
});
