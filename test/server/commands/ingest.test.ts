import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../server/base/db/open-database.ts';
import { openLibraryView } from '../../../server/library/corrections/library-view.ts';
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
  Chair (1k, 10k; obj): chair_LOD0.obj, chair_LOD1.obj
  Stool (1k; obj): stool.obj
table/
  table (1k, 10k; obj): 10k/thing.obj, 1k/thing.obj
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
  table (1k, 10k; obj): 10k/thing.obj, 1k/thing.obj
1 model in 1 folder; 0 files left out
`,
  ]);
});

test('counts models, folders and what is left out as the admin page does', async () => {
  const { run, library, database } = makePlace();
  // The table is there as OBJ alone, the chair as STL too.
  library.write({ ...disk, ...pack });

  const { stdout } = await run('ingest', '--dry-run', '--json');
  await run('ingest');

  const db = openDatabase(database);
  onTestFinished(() => void db.close());
  const { models, folders, leftOut } = openLibraryView(db).totals();
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
