import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { falsify, makePlace, makeUsedPlace } from '../../helpers/data-place.ts';

test('finds nothing wrong where all is well', async () => {
  const { run } = await makeUsedPlace();

  const { code, stdout } = await run('check', '--deep');

  expect([code, stdout]).toEqual([
    0,
    'All is well: 1 accounts, 2 ledger rows, 1 unlocks, 6 files; balances $98.00.\n',
  ]);
});

test('names every break of the books', async () => {
  const { run, database } = await makeUsedPlace();
  const breaks: readonly (readonly [string, RegExp])[] = [
    ['UPDATE ledger SET amount_cents = 20000 WHERE id = 1', /row 1 .* sum to 20000.*row 2/s],
    ['UPDATE ledger SET amount_cents = 10000 WHERE id = 1; DELETE FROM unlock', /took the price of table/],
    [
      `INSERT INTO unlock SELECT account_id, 'lamp', 'Lamp', 1, at FROM ledger WHERE id = 2`,
      /ledger row 1 is not its payment/,
    ],
    ["UPDATE unlock SET account_id = 'nobody' WHERE guid = 'lamp'", /refers to a row of account/],
    ['DELETE FROM ledger WHERE id = 2', /has written 2 rows and holds 1/],
  ];

  for (const [sql, sentence] of breaks) {
    falsify(database, sql);
    const { code, stdout } = await run('check');

    expect([code, sql]).toEqual([2, sql]);
    expect(stdout).toMatch(sentence);
  }
});

test('names files that are not as the inventory says', async () => {
  const { run, library } = await makeUsedPlace();
  const sound = statSync(path.join(library.folder, 'table/1k/thing.obj')).size;
  library.remove('table/10k/thing.mtl');
  library.write({ 'table/10k/thing.obj': 'short', 'table/1k/thing.obj': 'x'.repeat(sound) });

  const quick = await run('check');
  const deep = await run('check', '--deep', '--json');

  expect([quick.code, deep.code]).toEqual([3, 3]);
  expect(quick.stdout).toContain('table/10k/thing.mtl is not there.');
  expect(quick.stdout).toMatch(/table\/10k\/thing\.obj has 5 bytes, not \d+\. .*ingest/);
  expect(quick.stdout).not.toContain('table/1k/thing.obj');
  expect(JSON.parse(deep.stdout).findings.map(({ what }: { what: string }) => what)).toContainEqual(
    expect.stringContaining('table/1k/thing.obj does not have the SHA-256'),
  );
});

test('tells broken books from missing files by its code', async () => {
  const { run, library, database } = await makeUsedPlace();
  library.remove('table/10k/thing.mtl');
  falsify(database, 'DELETE FROM ledger WHERE id = 2');

  const { code, stdout } = await run('check', '--json');

  const kinds = JSON.parse(stdout).findings.map(({ kind }: { kind: string }) => kind);
  expect(code).toBe(2);
  expect(kinds).toEqual(expect.arrayContaining(['ledger', 'library']));
});

test('calls a file that is no database broken', async () => {
  const { run, dataDir, database } = makePlace();
  writeFileSync(database, 'this is not a database, whatever its name says');

  const { code, stdout } = await run('check', '--json');

  expect(code).toBe(2);
  expect(JSON.parse(stdout).findings[0].what).toContain('The database file is damaged');
  expect(readdirSync(dataDir)).toEqual(['lodestock.db']);
});

test('tells in its help what its codes mean', async () => {
  const { run } = makePlace();

  const { stdout } = await run('help');

  expect(stdout).toMatch(/check.*\n.*Exits with 0 .* 2 .* 3 .* 1 if it cannot run/);
});

test('makes no database only to check it', async () => {
  const { run, dataDir } = makePlace();

  const { code, stderr } = await run('check');

  expect([code, readdirSync(dataDir)]).toEqual([1, []]);
  expect(stderr).toContain('There is no database in');
});

test('reads the library once in the foreground', async () => {
  const { run, library } = makePlace();

  const sound = await run('ingest');
  library.write({ 'broken/10k/broken.glb': 'not a GLB' });
  const broken = await run('ingest', '--json');

  expect([sound.code, sound.stdout]).toEqual([0, '1 models, 1 changed, 0 removed, 0 problems\n']);
  expect(broken.code).toBe(1);
  expect(JSON.parse(broken.stdout)).toMatchObject({
    models: 1,
    changed: 0,
    problems: [{ path: expect.stringContaining('broken'), kind: expect.any(String) }, expect.anything()],
  });
});

/** As if a disk had kept size and times of a file through a change of it. */
function forgetChange(database: string): void {
  const db = new Database(path.join(path.dirname(database), 'catalogue.db'));
  const find = db
    .prepare<[], string>("SELECT sha256 FROM file WHERE relative_path = '10k/thing.obj'")
    .pluck();
  const [sha256, other] = [find.get(), 'f'.repeat(64)];
  db.prepare('UPDATE file SET sha256 = ? WHERE sha256 = ?').run(other, sha256);
  db.prepare("UPDATE model SET content_hash = 'another'").run();
  db.prepare('UPDATE scanned_folder SET facts = replace(facts, ?, ?)').run(sha256, other);
  db.close();
}

test('has a file read again that no time betrays', async () => {
  const { run, database } = await makeUsedPlace();
  await run('ingest');
  forgetChange(database);

  const before = await run('ingest');
  const found = await run('check', '--deep');
  const after = await run('ingest');
  const then = await run('check', '--deep');

  expect(before.stdout).toContain('0 changed, 0 removed, 0 problems');
  expect(found.stdout).toContain('table/10k/thing.obj does not have the SHA-256');
  expect(after.stderr).toBe('');
  expect(after.stdout).toContain('1 changed, 0 removed, 0 problems');
  expect(then.code).toBe(0);
});

test('reads every file again on request', async () => {
  const { run, database } = await makeUsedPlace();
  await run('ingest');
  forgetChange(database);

  const { stdout } = await run('ingest', '--read-again');

  expect(stdout).toContain('1 changed, 0 removed, 0 problems');
  expect((await run('check', '--deep')).code).toBe(0);
});

test('tells a damaged catalogue from lost books', async () => {
  const { run, serve, dataDir } = await makeUsedPlace();
  const catalogue = path.join(dataDir, 'catalogue.db');
  const bytes = readFileSync(catalogue);
  for (let at = 4096 * 3; at < bytes.length; at += 4096 * 3) bytes.fill(0xaa, at, at + 4096);
  for (const end of ['-wal', '-shm']) rmSync(catalogue + end, { force: true });
  writeFileSync(catalogue, bytes);

  const broken = await run('check');
  const server = await serve();
  await server.stop();
  const mended = await run('check');

  expect(broken.stdout).toContain(`${catalogue} is damaged`);
  expect(broken.stdout).toContain('Restart the server');
  expect(broken.stdout).not.toContain('restore FILE');
  expect([broken.code, mended.code]).toEqual([3, 0]);
  expect(readdirSync(dataDir).some((name) => name.startsWith('catalogue.db.damaged-'))).toBe(true);
});
