import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { holdDataFolder, takeDataFolder } from '../../../../server/base/db/data-folder-lock.ts';
import { divideIfAlone, holdData } from '../../../../server/base/db/hold-data.ts';
import { openDataDatabase } from '../../../../server/base/db/open-data-database.ts';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { takeFolderWork } from '../../../../server/base/storage/folder-work.ts';
import { fillDatabase } from '../../../helpers/filled-database.ts';

function makeFolder() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'lodestock-hold-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return { dataDir, file: path.join(dataDir, 'lodestock.db'), catalogue: path.join(dataDir, 'catalogue.db') };
}

/** A folder as a version before left it: all in one file. */
function makeWhole() {
  const folder = makeFolder();
  const db = openDatabase(folder.file);
  fillDatabase(db);
  db.close();
  return folder;
}

async function start(dataDir: string) {
  const held = await holdData(dataDir);
  const { lock, news } = divideIfAlone(dataDir, held);
  onTestFinished(() => {
    lock.release();
    held.work.release();
  });
  return news;
}

test('divides the database of a folder that nobody else has', async () => {
  const { dataDir, catalogue } = makeWhole();

  const news = await start(dataDir);

  expect(news).toMatchObject({ kind: 'divided' });
  expect(existsSync(catalogue)).toBe(true);
  expect(() => takeDataFolder(dataDir)).toThrow('A server runs on');
});

test('goes on with one file while an older server has the folder, and divides once it is gone', async () => {
  const { dataDir, catalogue } = makeWhole();
  const older = holdDataFolder(dataDir);

  const held = await holdData(dataDir);
  const beside = divideIfAlone(dataDir, held);
  const isThere = existsSync(catalogue);
  const db = openDataDatabase(dataDir);
  const models = db.prepare('SELECT count(*) FROM model').pluck().get();
  db.close();
  beside.lock.release();
  held.work.release();
  older.release();
  const alone = await start(dataDir);

  expect(beside.news).toEqual({ kind: 'whole', why: 'others' });
  expect([isThere, models]).toEqual([false, 2]);
  expect(alone).toMatchObject({ kind: 'divided' });
});

test('waits for the process that divides', async () => {
  const { dataDir } = makeWhole();
  const work = takeFolderWork(dataDir);
  const alone = takeDataFolder(dataDir);

  let isHeld = false;
  const waiting = holdData(dataDir).then((held) => {
    isHeld = true;
    return held;
  });
  await new Promise((resolve) => setImmediate(resolve));
  const before = isHeld;
  alone.release();
  const held = await waiting;

  expect(before).toBe(false);
  held.lock.release();
  held.work.release();
  work.release();
});

test('does not start while the folder is being restored', async () => {
  const { dataDir } = makeWhole();
  const restoring = takeDataFolder(dataDir);

  await expect(holdData(dataDir)).rejects.toThrow('is being restored');

  restoring.release();
});

test('tells that the catalogue was lost, and that a folder is as it should be', async () => {
  const { dataDir, catalogue } = makeFolder();
  openDataDatabase(dataDir).close();
  const held = await holdData(dataDir);

  const first = divideIfAlone(dataDir, held);
  rmSync(catalogue);
  const second = divideIfAlone(dataDir, { ...held, lock: first.lock });

  expect([first.news, second.news]).toEqual([null, { kind: 'lost' }]);
  second.lock.release();
  held.work.release();
});

test('makes no accounts beside the catalogue of others', async () => {
  const { dataDir, file } = makeFolder();
  openDataDatabase(dataDir).close();
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });

  expect(() => openDataDatabase(dataDir)).toThrow(`${file} is not there, and it has the accounts`);
  expect(existsSync(file)).toBe(false);
});
