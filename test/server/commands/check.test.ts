import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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
