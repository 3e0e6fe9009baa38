import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { takeDataFolder } from '../../../../server/base/db/data-folder-lock.ts';
import { holdData, isCatalogueLost } from '../../../../server/base/db/hold-data.ts';
import { openDataDatabase } from '../../../../server/base/db/open-data-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

function makePlace() {
  const dataDir = makeFolder();
  return { dataDir, file: path.join(dataDir, 'lodestock.db'), catalogue: path.join(dataDir, 'catalogue.db') };
}

test('does not start while the folder is being restored', () => {
  const { dataDir } = makePlace();
  const restoring = takeDataFolder(dataDir);

  expect(() => holdData(dataDir)).toThrow('is being restored');

  restoring.release();
});

test('knows a catalogue that was lost from a folder that is new or whole', () => {
  const { dataDir, catalogue } = makePlace();
  const isNewLost = isCatalogueLost(dataDir);
  openDataDatabase(dataDir).close();
  const isWholeLost = isCatalogueLost(dataDir);
  rmSync(catalogue);

  expect([isNewLost, isWholeLost, isCatalogueLost(dataDir)]).toEqual([false, false, true]);
});

test('makes no accounts beside the catalogue of others', () => {
  const { dataDir, file } = makePlace();
  openDataDatabase(dataDir).close();
  for (const end of ['', '-wal', '-shm']) rmSync(file + end, { force: true });

  expect(() => openDataDatabase(dataDir)).toThrow(`${file} is not there, and it has the accounts`);
  expect(existsSync(file)).toBe(false);
});

test.for(['server.key', 'lodestock.db-wal', 'published/one', 'before-upgrade/a.backup'])(
  'greets no folder as new that still has %s',
  (name) => {
    const { dataDir, file } = makePlace();
    mkdirSync(path.dirname(path.join(dataDir, name)), { recursive: true });
    writeFileSync(path.join(dataDir, name), '');

    expect(() => openDataDatabase(dataDir)).toThrow('Put it back, or restore a backup');
    expect(existsSync(file)).toBe(false);
  },
);
