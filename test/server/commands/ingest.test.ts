import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { openEdits } from '../../../server/library/corrections/edits.ts';
import { totalsOf } from '../../../server/library/corrections/folder-view.ts';
import { openRules } from '../../../server/library/corrections/rules.ts';
import { makePlace } from '../../helpers/data-place.ts';
import { objText } from '../../helpers/library-folder.ts';
import { pack } from '../../helpers/ordinary-folders.ts';
import { runServerCommand } from '../../helpers/server-command.ts';

const disk = {
  'Furniture/chair_LOD1.obj': objText(4, 'chair'),
  'Furniture/chair_LOD0.obj': objText(4000, 'fine chair'),
  'Furniture/stool.obj': objText(6, 'stool'),
  'Furniture/all.zip': 'PK',
};

test('tells what a disk would become, and changes nothing', async () => {
  const { run, library, database } = makePlace();
  library.write(disk);

  const { code, stdout } = await run('ingest', '--dry-run');

  expect([code, stdout]).toEqual([
    1,
    `Furniture/
  Chair (Furniture; Unspecified; 1k, 10k; obj): chair_LOD0.obj, chair_LOD1.obj
  Stool (Furniture; Unspecified; 1k; obj): stool.obj
table/
  table (Uncategorised; Unspecified; 1k, 10k; obj): 10k/thing.obj, 1k/thing.obj
3 models in 2 folders; 1 file left out:
Furniture/all.zip (left-out): The archive is not a ZIP archive. Download it or pack it again.
`,
  ]);
  expect(readdirSync(path.join(library.folder, 'table')).sort()).toEqual(['10k', '1k', 'product.json']);
  expect(existsSync(database)).toBe(false);
});

test('tells of a dry run what corrections make of the disk', async () => {
  const { run, library, database } = makePlace();
  library.write(disk);
  await run('ingest');
  const db = openDatabase(database);
  openRules(db).save({ place: 'Furniture', borders: 'ignore', template: null });
  db.close();

  const { code, stdout } = await run('ingest', '--dry-run');

  expect([code, stdout]).toEqual([
    0,
    `table/
  table (Uncategorised; Unspecified; 1k, 10k; obj): 10k/thing.obj, 1k/thing.obj
1 model in 1 folder; 0 files left out
`,
  ]);
});

test('tells of a dry run what admins said of models', async () => {
  const { run, library, database } = makePlace();
  library.write(disk);
  await run('ingest');
  const db = openDatabase(database);
  const guidOf = (title: string) =>
    db.prepare<[string], string>('SELECT guid FROM model WHERE title = ?').pluck().get(title) ?? '';
  openEdits(db).change(guidOf('Stool'), { title: 'Bar stool', category: 'Seats', license: 'CC-BY-4.0' });
  openEdits(db).change(guidOf('Chair'), { category: 'Seats' });
  db.close();
  library.remove('Furniture/chair_LOD0.obj');
  library.remove('Furniture/chair_LOD1.obj');

  const { stdout } = await run('ingest', '--dry-run');

  expect(stdout).toContain('  Bar stool (Seats; CC-BY-4.0; 1k; obj): stool.obj\n');
  expect(stdout).toContain('\n2 models in 2 folders; 1 file left out:\n');
});

test('counts models, folders and what is left out as the admin page does', async () => {
  const { run, library, database } = makePlace();
  // The table is there as OBJ alone, the chair as STL too.
  library.write({ ...disk, ...pack });

  const { stdout } = await run('ingest', '--dry-run', '--json');
  await run('ingest');

  const db = openDatabase(database);
  onTestFinished(() => void db.close());
  const { models, folders, leftOut } = totalsOf(db);
  expect(JSON.parse(stdout)).toMatchObject({ models, folders, leftOut });
  expect([models, folders, leftOut]).toEqual([5, 3, 1]);
});

test('takes topology folders alone where the settings want that', async () => {
  const { library, dataDir } = makePlace();
  library.write(disk);
  const environment = { LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_RECOGNISE: 'off' };

  const { code, stdout } = await runServerCommand(['ingest'], { dataDir, environment });

  expect([code, stdout]).toEqual([0, '1 models, 1 changed, 0 removed, 0 problems\n']);
});
