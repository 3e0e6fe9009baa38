import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { createBackupAdmin } from '../../../server/admin/backup-admin.ts';
import { readLastBackup } from '../../../server/base/db/backup.ts';
import { openCorrectedLibrary } from '../../helpers/corrected-library.ts';
import { simpleModel } from '../../helpers/library-folder.ts';

async function open() {
  const { server, token } = await openCorrectedLibrary(simpleModel('Sofa', { guid: 'sofa' }));
  const folder = path.join(server.dataDir, 'backups');
  const backUp = () => server.call('adminBackUp', {}, { token });
  const list = async () => (await server.call('adminBackups', {}, { token })).body;
  return { server, token, folder, backUp, list };
}

test('backs up on request, into a file that only its owner reads', async () => {
  const { server, token, folder, backUp, list } = await open();
  const before = (await server.call('adminStatus', {}, { token })).body;

  const { status, body } = await backUp();

  const { file, madeAt, sizeBytes } = body.backup;
  const copy = new Database(file, { readonly: true });
  const keys = copy.prepare('SELECT length(server_key) FROM backup').pluck().all();
  const accounts = copy.prepare('SELECT count(*) FROM account').pluck().get();
  copy.close();
  expect([status, path.dirname(file), statSync(file).mode & 0o777]).toEqual([201, folder, 0o600]);
  expect([keys.length, accounts, statSync(file).size]).toEqual([1, 1, sizeBytes]);
  expect(await list()).toMatchObject({ isPossible: true, backups: [{ file, madeAt }] });
  const { actions } = (await server.call('adminActions', {}, { token })).body;
  expect(actions).toMatchObject([{ action: 'server.backup', details: { backup: path.basename(file) } }]);
  const after = (await server.call('adminStatus', {}, { token })).body;
  expect([before.lastBackupAt, after.lastBackupAt]).toEqual([null, madeAt]);
});

test('keeps the last seven, and always the one just made', async () => {
  const { folder, backUp, list, server } = await open();
  const fromTheFuture = 'lodestock-2999-01-01T00-00-00Z.backup';
  for (let turn = 0; turn < 8; turn++) await backUp();
  const { backups } = await list();
  writeFileSync(path.join(folder, fromTheFuture), '');
  writeFileSync(path.join(folder, 'notes.txt'), '');

  server.advance(-60_000);
  const { body } = await backUp();

  const names = readdirSync(folder);
  expect([backups.length, new Set(backups.map(({ madeAt }) => madeAt)).size]).toEqual([7, 7]);
  expect(names).toEqual(
    expect.arrayContaining([path.basename(body.backup.file), fromTheFuture, 'notes.txt']),
  );
  expect(names).toHaveLength(8);
});

test('makes one backup for two who ask at the same time', async () => {
  const { server, list } = await open();
  const { dataDir, db, store } = server;
  const admin = createBackupAdmin({ config: { dataDir, sharedAccounts: null }, db, store, clock: Date.now });

  const [one, other] = await Promise.all([admin.make(null), admin.make(null)]);

  expect(one).toEqual(other);
  expect((await list()).backups).toHaveLength(1);
});

test('says why there is no backup', async () => {
  const { server, folder, backUp } = await open();
  writeFileSync(folder, 'in its place');

  const { status, error } = await backUp();

  expect(status).toBe(503);
  expect(error).toMatchObject({ code: 'UNAVAILABLE', message: expect.stringContaining(folder) });
  expect(readLastBackup(server.db)).toBe(null);
});
