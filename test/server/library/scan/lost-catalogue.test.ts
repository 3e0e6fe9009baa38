import { cpSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openHidden } from '../../../../server/library/corrections/edits.ts';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary } from '../../../helpers/library-scanner.ts';
import { chair, pack } from '../../../helpers/ordinary-folders.ts';
import { loseCatalogue } from '../../../helpers/table-kinds.ts';

type Scanned = ReturnType<typeof makeScannedLibrary>;

/** What must be the same after the catalogue was read again. */
const identitiesOf = ({ db }: Scanned) =>
  db.prepare('SELECT guid, folder, version, added_at AS addedAt FROM model ORDER BY guid').all();

/** Models as of a library that takes no file, with dates of the past. */
async function scanLongAgo(scanned: Scanned, folders: readonly string[]) {
  await scanned.scan();
  for (const folder of folders) rmSync(path.join(scanned.library.folder, folder, '.lodestock.json'));
  for (const table of ['model', 'model_identity'])
    scanned.db.exec(`UPDATE ${table} SET added_at = '2020-01-0' || id || 'T00:00:00.000Z'`);
  return identitiesOf(scanned);
}

test('gives models in topology folders what they had', async () => {
  const scanned = makeScannedLibrary({ ...simpleModel('a'), ...simpleModel('b', { title: 'Other' }) });
  const before = await scanLongAgo(scanned, ['a', 'b']);
  loseCatalogue(scanned.db);

  await scanned.scan();

  expect(before).toHaveLength(2);
  expect(identitiesOf(scanned)).toEqual(before);
});

test('knows a folder that was renamed while the catalogue was gone', async () => {
  const scanned = makeScannedLibrary({ ...simpleModel('old') });
  const [before] = await scanLongAgo(scanned, ['old']);
  loseCatalogue(scanned.db);
  renameSync(path.join(scanned.library.folder, 'old'), path.join(scanned.library.folder, 'new'));

  await scanned.scan();

  expect(identitiesOf(scanned)).toEqual([{ ...Object(before), folder: 'new' }]);
});

test('gives recognised models what they had', async () => {
  const scanned = makeScannedLibrary({ ...pack, ...chair, 'Furniture/notes.txt': '' });
  const before = await scanLongAgo(scanned, []);
  loseCatalogue(scanned.db);
  renameSync(path.join(scanned.library.folder, 'Pack'), path.join(scanned.library.folder, 'Box'));

  const result = await scanned.scan();

  const withoutFolder = (rows: readonly unknown[]) => rows.map((row) => ({ ...Object(row), folder: '' }));
  expect(before).toHaveLength(3);
  expect(withoutFolder(identitiesOf(scanned))).toEqual(withoutFolder(before));
  expect(result).toMatchObject({ models: 3, removed: 0 });
});

test('keeps the guid of a scene that was changed meanwhile', async () => {
  const scanned = makeScannedLibrary({ 'shelf/vase.obj': objText(4, 'vase') });
  const [before] = await scanLongAgo(scanned, []);
  loseCatalogue(scanned.db);
  scanned.library.write({ 'shelf/vase.obj': objText(9, 'vase'), 'shelf/bowl.obj': objText(7, 'bowl') });

  await scanned.scan();

  const { guid } = Object(before);
  expect(scanned.models()).toEqual(
    expect.arrayContaining([expect.objectContaining({ guid, title: 'Vase', version: 2 })]),
  );
});

test('publishes the same of two equal models', async () => {
  const scanned = makeScannedLibrary({ ...chair, 'Furniture/notes.txt': '' });
  const before = await scanLongAgo(scanned, []);
  cpSync(path.join(scanned.library.folder, 'Furniture/chair'), path.join(scanned.library.folder, 'copy'), {
    recursive: true,
  });
  loseCatalogue(scanned.db);

  await scanned.scan();

  expect(identitiesOf(scanned)).toEqual(before);
  expect(scanned.problems()).toEqual(['copy copy/chair.obj']);
});

test('leaves a hidden model out of the catalogue', async () => {
  const scanned = makeScannedLibrary(simpleModel('chair'));
  const [before] = await scanLongAgo(scanned, ['chair']);
  const { guid } = Object(before);
  openHidden(scanned.db).hide(guid, '2020-01-01T00:00:00.000Z');
  scanned.db.exec('DELETE FROM scanned_folder');
  await scanned.scan();
  rmSync(path.join(scanned.library.folder, 'chair/.lodestock.json'), { force: true });
  loseCatalogue(scanned.db);

  await scanned.scan();

  expect(scanned.models()).toEqual([]);
  expect(scanned.db.prepare('SELECT guid FROM waiting_model').pluck().all()).toEqual([guid]);
});

test('keeps what is known of models on a share that is away', async () => {
  const scanned = makeScannedLibrary({ ...simpleModel('share/a'), ...simpleModel('b') });
  const before = await scanLongAgo(scanned, ['share/a', 'b']);
  const away = path.join(scanned.library.folder, '.away');
  renameSync(path.join(scanned.library.folder, 'share/a'), away);
  loseCatalogue(scanned.db);
  await scanned.scan();
  const without = scanned.problems();
  renameSync(away, path.join(scanned.library.folder, 'share/a'));

  await scanned.scan();

  expect(without).toEqual(['missing share']);
  expect(identitiesOf(scanned)).toEqual(before);
});

test('gives files that come back the guid and date that they had', async () => {
  const scanned = makeScannedLibrary({ ...simpleModel('a'), ...simpleModel('b', { title: 'Other' }) });
  const before = await scanLongAgo(scanned, ['a', 'b']);
  const away = path.join(scanned.library.folder, '.away');
  renameSync(path.join(scanned.library.folder, 'a'), away);
  await scanned.scan();
  const without = scanned.models();
  renameSync(away, path.join(scanned.library.folder, 'a'));

  await scanned.scan();

  expect(without).toMatchObject([{ folder: 'b' }]);
  expect(identitiesOf(scanned)).toEqual(before);
});

test('takes another model in the folder of one that left for new', async () => {
  const scanned = makeScannedLibrary({ ...simpleModel('a'), ...simpleModel('b', { title: 'Other' }) });
  const before = await scanLongAgo(scanned, ['a', 'b']);
  scanned.library.remove('a');
  await scanned.scan();
  scanned.library.write({ 'a/1k/other.obj': objText(11, 'other') });

  await scanned.scan();

  const guids = before.map((row) => Object(row).guid);
  expect(scanned.models().filter(({ guid }) => guids.includes(guid))).toMatchObject([{ folder: 'b' }]);
  expect(scanned.models()).toHaveLength(2);
});

test('takes note of models whose identity a power cut took', async () => {
  const scanned = makeScannedLibrary({ ...simpleModel('a'), ...pack });
  const before = await scanLongAgo(scanned, ['a']);
  scanned.db.exec('DELETE FROM model_identity; DELETE FROM model_scene');
  await scanned.scan();
  loseCatalogue(scanned.db);

  await scanned.scan();

  expect(before).toHaveLength(3);
  expect(identitiesOf(scanned)).toEqual(before);
});
