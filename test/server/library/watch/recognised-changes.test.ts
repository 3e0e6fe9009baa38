import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { startWatchedLibrary, waitUntil } from '../../../helpers/watched-library.ts';

type Watched = Awaited<ReturnType<typeof startWatchedLibrary>>;
let open: Watched[] = [];
const start = async (...options: Parameters<typeof startWatchedLibrary>) => {
  const watched = await startWatchedLibrary(...options);
  open.push(watched);
  return watched;
};

afterEach(async () => {
  await Promise.all(open.map((watched) => watched.close()));
  open = [];
});

const pack = { 'Pack/chair.obj': objText(4, 'chair'), 'Pack/table.obj': objText(6, 'table') };

test('publishes a file that is dropped on a shelf', async () => {
  const { library, titles } = await start(pack);

  library.write({ 'Pack/lamp.obj': objText(5, 'lamp') });
  await waitUntil(() => titles().length === 3);

  expect(titles()).toEqual(['Chair', 'Lamp', 'Table']);
});

test('publishes the first file of an empty shelf', async () => {
  const { library, titles } = await start({ ...pack, 'Shelf/Lamps/notes.txt': '' });

  library.write({ 'Shelf/Lamps/lamp.obj': objText(5, 'lamp') });
  await waitUntil(() => titles().length === 3);

  expect(titles()).toContain('Lamp');
});

test('adds a folder of another format to its pack', async () => {
  const { library, models, server } = await start(pack);
  const before = models();

  library.write({ 'Pack/DAE/chair.dae': '<COLLADA/>', 'Pack/MAX/chair.max': 'whatever' });
  const formats = async () => (await server.call('search', { q: 'chair' })).body.results[0]?.formats;
  await waitUntil(async () => (await formats())?.join() === 'dae,max,obj');

  expect(models().map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid));
  expect(models().some(({ version }) => version > 1)).toBe(true);
});

test('takes in a change of textures that lie above', async () => {
  const { library, models } = await start({
    ...pack,
    'City/Textures/atlas.tga': 'first',
    'City/Houses/house.obj': objText(4, 'house', 'house.mtl'),
    'City/Houses/house.mtl': 'newmtl a\nmap_Kd ../Textures/atlas.tga\n',
  });

  library.write({ 'City/Textures/atlas.tga': 'second' });
  await waitUntil(() => models().some(({ version }) => version === 2));

  expect(models().map(({ title, version }) => [title, version])).toEqual([
    ['House', 2],
    ['Chair', 1],
    ['Table', 1],
  ]);
});

test('keeps the guids of a pack that is renamed', async () => {
  const { library, models } = await start(pack);
  const before = models();

  renameSync(path.join(library.folder, 'Pack'), path.join(library.folder, 'Renamed'));
  await waitUntil(() => models()[0]?.folder === 'Renamed/chair*');

  expect(models().map(({ guid, title }) => [guid, title])).toEqual(
    before.map(({ guid, title }) => [guid, title]),
  );
});

test('removes the model of a file that is deleted', async () => {
  const { library, titles } = await start(pack);

  library.remove('Pack/chair.obj');
  await waitUntil(() => titles().length === 1);

  expect(titles()).toEqual(['Table']);
});
