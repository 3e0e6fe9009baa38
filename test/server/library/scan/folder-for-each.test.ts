import { expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { makeScannedLibrary, scannedLibrary } from '../../../helpers/library-scanner.ts';

const first = { 'Cameras/Antique camera/ac_01.obj': objText(3, 'camera') };
const more = {
  'Cameras/Field camera/fc.obj': objText(4, 'field'),
  'Cameras/Box camera/bx_final.obj': objText(5, 'box'),
};
/** A folder for each model, none of them called like its file. */
const ones = { ...first, ...more };
const pick = ({ title, category }: Readonly<Record<string, unknown>>) => [title, category];

test('makes no category of a folder for each model', async () => {
  const { models } = await scannedLibrary(ones);

  expect(models().map(pick)).toEqual([
    ['Antique camera', 'Cameras'],
    ['Box camera', 'Cameras'],
    ['Field camera', 'Cameras'],
  ]);
});

test('keeps the guids of models that are told otherwise now', async () => {
  const { library, db, scan, models, inspected } = makeScannedLibrary(first);
  const subcategories = () => db.prepare('SELECT subcategory FROM model ORDER BY folder').pluck().all();
  await scan();
  const [before] = models();
  const shelf = subcategories();
  const read = inspected();

  library.write(more);
  await scan();

  const after = models().find(({ guid }) => guid === before?.guid);
  expect([before?.category, shelf, subcategories()]).toEqual(['Cameras', ['Antique camera'], ['', '', '']]);
  expect(after).toMatchObject({ title: 'Antique camera', category: 'Cameras', version: 1 });
  // The file of the first is not read again.
  expect(inspected() - read).toBe(2);
});

test('leaves shelves that happen to have one model', async () => {
  const { models } = await scannedLibrary({
    'Chairs/oak.obj': objText(3, 'oak'),
    'Tables/ash.obj': objText(4, 'ash'),
    'Tables/elm.obj': objText(5, 'elm'),
    'Lamps/desk.obj': objText(6, 'desk'),
    'Lamps/wall.obj': objText(7, 'wall'),
  });

  expect(models().map(pick)).toContainEqual(['Oak', 'Chairs']);
});

test('calls the neighbours of a new folder otherwise at once', async () => {
  const { library, scan, models } = await scannedLibrary({
    ...first,
    'Cameras/Field camera/fc.obj': objText(4, 'field'),
  });

  const before = models().map(pick);

  library.write({ 'Cameras/Box camera/bx_final.obj': objText(5, 'box') });
  await scan(['Cameras/Box camera']);
  const during = models().map(pick);
  library.remove('Cameras/Box camera');
  await scan(['Cameras/Box camera']);

  expect(before).toEqual([
    ['Ac 01', 'Cameras'],
    ['Fc', 'Cameras'],
  ]);
  expect(during).toEqual([
    ['Antique camera', 'Cameras'],
    ['Box camera', 'Cameras'],
    ['Field camera', 'Cameras'],
  ]);
  expect(models().map(pick)).toEqual(before);
});
