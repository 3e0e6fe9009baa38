import { chmodSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const folder = makeFolder();
const hasModes = process.platform !== 'win32';
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);

test.skipIf(!hasModes)('lets only its owner read the database', () => {
  const data = path.join(folder, 'data');
  const file = path.join(data, 'lodestock.db');

  const db = openDatabase(file);
  db.exec("INSERT INTO setting (name, value) VALUES ('some', 'thing')");

  expect([data, file, `${file}-wal`, `${file}-shm`].map(modeOf)).toEqual(['700', '600', '600', '600']);
  db.close();
});

test.skipIf(process.platform !== 'linux')('keeps the locks of a database that is open', () => {
  const file = path.join(folder, 'locked.db');
  const db = openDatabase(file);
  const inode = statSync(file).ino;
  const locks = () =>
    readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .filter((line) => line.includes(`:${inode} `))
      // The number in front counts the locks of the whole system.
      .map((line) => line.replace(/^\d+: /, ''));
  const before = locks();

  const second = openDatabase(file);

  expect(before).not.toEqual([]);
  expect(locks()).toEqual(before);
  second.close();
  db.close();
});

test.skipIf(!hasModes)('takes rights that an earlier version left', () => {
  const file = path.join(folder, 'open.db');
  openDatabase(file).close();
  chmodSync(file, 0o644);

  openDatabase(file).close();

  expect(modeOf(file)).toBe('600');
});
