import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Db, openDatabase } from '../../../../server/base/db/open-database.ts';
import { openHostIdentity } from '../../../../server/sync/feed/host-identity.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

function openPlace() {
  const dataDir = makeFolder();
  const open = (name = 'lodestock.db') => {
    const db = openDatabase(path.join(dataDir, name));
    onTestFinished(() => void db.close());
    return db;
  };
  return { dataDir, open };
}

const setSetting = (db: Db, name: string, value: string) =>
  db.prepare('INSERT OR REPLACE INTO setting (name, value) VALUES (?, ?)').run(name, value);

test('stays the same from one start to the next', () => {
  const { dataDir, open } = openPlace();
  const first = openHostIdentity({ db: open(), dataDir, head: () => 3 });
  first.told(7);

  const second = openHostIdentity({ db: open(), dataDir, head: () => 7 });

  expect(second).toMatchObject({ hostId: first.hostId, epoch: first.epoch });
});

test('begins a new epoch once after a restore', () => {
  const { dataDir, open } = openPlace();
  const db = open();
  const first = openHostIdentity({ db, dataDir, head: () => 3 });

  setSetting(db, 'restored_at', '2026-01-02T03:04:05.678Z');
  const second = openHostIdentity({ db, dataDir, head: () => 3 });
  const third = openHostIdentity({ db, dataDir, head: () => 3 });

  expect(second.hostId).toBe(first.hostId);
  expect(second.epoch).not.toBe(first.epoch);
  expect(third.epoch).toBe(second.epoch);
});

test('begins a new epoch when told changes are lost', () => {
  const { dataDir, open } = openPlace();
  const db = open();
  const first = openHostIdentity({ db, dataDir, head: () => 3 });
  first.told(9);

  const second = openHostIdentity({ db, dataDir, head: () => 8 });

  expect(second.hostId).toBe(first.hostId);
  expect(second.epoch).not.toBe(first.epoch);
});

test('keeps its id when the database is lost', () => {
  const { dataDir, open } = openPlace();
  const first = openHostIdentity({ db: open(), dataDir, head: () => 3 });

  const second = openHostIdentity({ db: open('another.db'), dataDir, head: () => 0 });

  expect(second.hostId).toBe(first.hostId);
  expect(second.epoch).not.toBe(first.epoch);
});
