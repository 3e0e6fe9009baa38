import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { makeBrokenDisk, noBrokenDisk } from '../../../helpers/broken-disk.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const program = path.join(import.meta.dirname, 'torn-commit-worker.ts');
const note = noBrokenDisk === null ? '' : ` (skipped: ${noBrokenDisk})`;

test.skipIf(noBrokenDisk !== null)(`of two files, what is kept is committed first${note}`, () => {
  const dataDir = makeFolder();
  const file = path.join(dataDir, 'lodestock.db');
  openDatabase(file).close();
  const disk = makeBrokenDisk(path.join(dataDir, 'catalogue.db'));
  onTestFinished(() => disk.remove());

  const { status } = spawnSync(process.execPath, [program, file, disk.env.BROKEN_DISK ?? ''], {
    env: { ...process.env, ...disk.env },
    stdio: 'inherit',
  });
  const db = openDatabase(file);
  const found = [db.prepare('SELECT guid FROM model_version'), db.prepare('SELECT path FROM problem')];
  const rows = found.map((statement) => statement.pluck().all());
  db.close();

  expect(status).toBe(3);
  expect(rows).toEqual([['torn'], []]);
});
