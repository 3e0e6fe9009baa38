import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openBeside } from '../../../server/base/db/open-database.ts';
import { falsify, makeUsedPlace, person, post } from '../../helpers/data-place.ts';

/** Models of the catalogue as it is on the disk, before any server has read the library again. */
function countModels(dataDir: string) {
  const db = new Database(path.join(dataDir, 'catalogue.db'), { readonly: true });
  const count = db.prepare('SELECT count(*) FROM model').pluck().get();
  db.close();
  return count;
}

test('brings everything back from a backup', async () => {
  const place = await makeUsedPlace();
  const file = path.join(place.dataDir, 'kept.backup');
  const running = await place.serve();
  const made = await place.run('backup', file);
  await post(`${running.baseUrl}/api/auth/register`, { ...person, email: 'late@example.org' });
  await running.stop();
  writeFileSync(path.join(place.dataDir, 'server.key'), 'another key of thirty-two bytes!');
  writeFileSync(path.join(place.dataDir, 'lodestock.db-journal'), 'of what is replaced');

  const restored = await place.run('restore', file, '--json');
  const modes = ['lodestock.db', 'server.key'].map(
    (name) => statSync(path.join(place.dataDir, name)).mode & 0o777,
  );
  const check = await place.run('check');
  const { aside } = JSON.parse(restored.stdout);
  const models = countModels(place.dataDir);
  const again = await place.serve();
  const answer = await post(`${again.baseUrl}/api/download/direct`, place.wish, place.token);
  const late = await post(`${again.baseUrl}/api/auth/login`, { ...person, email: 'late@example.org' });

  expect([made.code, statSync(file).mode & 0o777]).toEqual([0, 0o600]);
  expect([restored.code, check.code]).toEqual([0, 0]);
  expect(answer).toMatchObject({ ok: true, chargedUsd: 0, balanceRemainingUsd: 98 });
  expect(late.code).toBe('UNAUTHENTICATED');
  expect(models).toBe(1);
  expect(readdirSync(aside).sort()).toEqual(
    expect.arrayContaining(['lodestock.db', 'lodestock.db-journal', 'server.key']),
  );
  expect(modes).toEqual([0o600, 0o600]);
});

test('says which folder of a backup does not exist', async () => {
  const { run, dataDir } = await makeUsedPlace();
  const folder = path.join(dataDir, 'nowhere');

  const { code, stderr } = await run('backup', path.join(folder, 'kept.backup'));

  expect([code, stderr]).toEqual([1, `The folder ${folder} does not exist. Create it, or name another.\n`]);
});

test('tells the file host that history was replaced', async () => {
  const { run, dataDir, database } = await makeUsedPlace();
  const file = path.join(dataDir, 'kept.backup');
  const read = (name: string) => {
    const db = openBeside(database);
    const settings = 'SELECT name, value FROM setting UNION SELECT name, value FROM catalogue_setting';
    const value = db.prepare(`SELECT value FROM (${settings}) WHERE name = ?`).pluck().get(name);
    db.close();
    return value;
  };
  const before = [read('restored_at'), read('catalogue_id')];

  await run('backup', file);
  await run('restore', file);

  expect(before[0]).toBeUndefined();
  expect(read('restored_at')).toMatch(/Z$/);
  expect(read('catalogue_id')).not.toBe(before[1]);
});

test('goes back to before a newer version upgraded the database', async () => {
  const { run, dataDir, database } = await makeUsedPlace();
  const copies = path.join(dataDir, 'before-upgrade');
  const readName = () => {
    const db = new Database(database, { readonly: true });
    const name = db.prepare('SELECT name FROM account').pluck().get();
    db.close();
    return name;
  };
  mkdirSync(copies);
  await run('backup', path.join(copies, '2026-11-23T10-00-00Z-schema-1.backup'));
  const newer = new Database(database);
  newer.exec("UPDATE account SET name = 'changed since'; PRAGMA user_version = 9999");
  newer.close();

  const restored = await run('restore', '--before-upgrade');
  const name = readName();
  const again = await run('restore', '--before-upgrade');
  const neither = await run('restore');

  expect([restored.code, again.code, neither.code]).toEqual([0, 0, 1]);
  expect(name).not.toBe('changed since');
  expect(again.stdout).toContain('Nothing was restored');
  expect(neither.stderr).toContain('name a file, or use --before-upgrade');
});

test('restores nothing while a server runs', async () => {
  const place = await makeUsedPlace();
  const file = path.join(place.dataDir, 'kept.backup');
  const server = await place.serve();
  await place.run('backup', file);

  const { code, stderr } = await place.run('restore', file);
  const alive = await fetch(`${server.baseUrl}/healthz`);

  expect([code, alive.status]).toEqual([1, 200]);
  expect(stderr).toContain('A server runs on');
});

test('restores though a server was killed', async () => {
  const place = await makeUsedPlace();
  const file = path.join(place.dataDir, 'kept.backup');
  await place.run('backup', file);
  const server = await place.serve();
  const gone = new Promise((resolve) => server.child.once('exit', resolve));
  server.child.kill('SIGKILL');
  await gone;

  const { code } = await place.run('restore', file);

  expect(code).toBe(0);
});

test('replaces nothing with a broken backup', async () => {
  const { run, dataDir, database } = await makeUsedPlace();
  const file = path.join(dataDir, 'kept.backup');
  await run('backup', file);
  const before = readFileSync(database);
  falsify(file, 'UPDATE ledger SET amount_cents = 1 WHERE id = 1');
  writeFileSync(path.join(dataDir, 'text.backup'), 'no backup at all');

  const falsified = await run('restore', file);
  const text = await run('restore', path.join(dataDir, 'text.backup'));
  const absent = await run('restore', path.join(dataDir, 'absent.backup'));

  expect([falsified.code, text.code, absent.code]).toEqual([1, 1, 1]);
  expect(falsified.stderr).toContain('is not sound, so nothing was changed');
  expect(text.stderr).toContain('is not a backup of Lodestock');
  expect(readFileSync(database).equals(before)).toBe(true);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('before-restore'))).toEqual([]);
});

test('writes over no file that is there', async () => {
  const { run, dataDir } = await makeUsedPlace();
  const file = path.join(dataDir, 'kept.backup');
  writeFileSync(file, 'precious');

  const { code, stderr } = await run('backup', file);

  expect([code, readFileSync(file, 'utf8')]).toEqual([1, 'precious']);
  expect(stderr).toContain('exists already');
});
