import { appendFileSync, linkSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';
import { startWatchedLibrary, waitUntil } from '../../../helpers/watched-library.ts';

test('publishes a new model without a restart', async () => {
  const { library, server, titles } = await startWatchedLibrary(simpleModel('chair'));

  library.write(simpleModel('shelf/lamp', { title: 'Lamp' }));
  await waitUntil(() => titles().includes('Lamp'));

  await waitUntil(async () => (await server.call('browse', { query: 'lamp' })).body.total === 1);
  expect(titles()).toEqual(['chair', 'Lamp']);
});

test('raises the version once for one change', async () => {
  const { library, models } = await startWatchedLibrary(simpleModel('chair'));

  library.write({ 'chair/1k/thing.obj': objText(9, 'changed') });
  await waitUntil(() => models()[0]?.version !== 1);
  library.write(simpleModel('lamp'));
  await waitUntil(() => models().length === 2);

  expect(models().map(({ version }) => version)).toEqual([2, 1]);
});

test('keeps the guid of a model that is renamed', async () => {
  const { library, models } = await startWatchedLibrary(simpleModel('old'));
  const [before] = models();

  renameSync(path.join(library.folder, 'old'), path.join(library.folder, 'new'));
  await waitUntil(() => models()[0]?.folder === 'new');

  expect(models()).toMatchObject([{ guid: before?.guid, version: 1 }]);
});

test('removes a model whose folder is deleted', async () => {
  const { library, titles } = await startWatchedLibrary({ ...simpleModel('stays'), ...simpleModel('goes') });

  library.remove('goes');
  await waitUntil(() => titles().length === 1);

  expect(titles()).toEqual(['stays']);
});

const quietMs = 1000;

/**
 * Writes into a file for twice the quiet time, and gives what was seen meanwhile. Should this process be held up for so
 * long itself, the file counts as whole from then on, and nothing more is seen.
 */
async function growSlowly<T>(file: string, look: () => T): Promise<Set<T>> {
  const seen = new Set<T>();
  const started = Date.now();
  let written = started;
  await waitUntil(() => {
    if (Date.now() - written >= quietMs) return true;
    appendFileSync(file, '# more\n');
    written = Date.now();
    const found = look();
    if (Date.now() - written < quietMs) seen.add(found);
    return Date.now() - started > 2 * quietMs;
  });
  return seen;
}
const quiet = { LODESTOCK_QUIET_SECONDS: String(quietMs / 1000) };

test('publishes a copy only once it is whole', async () => {
  const { library, models } = await startWatchedLibrary(simpleModel('first'), quiet);
  const place = 'slow/1k/thing.obj';
  library.write({ [place]: objText(1) });

  const seen = await growSlowly(path.join(library.folder, place), () => models().length);
  await waitUntil(() => models().length === 2);

  expect(seen).toEqual(new Set([1]));
});

test('keeps the old state of a model until its change is whole', async () => {
  const { library, models } = await startWatchedLibrary(simpleModel('chair'), quiet);

  const place = path.join(library.folder, 'chair/1k/thing.obj');
  const seen = await growSlowly(place, () => models()[0]?.version);
  await waitUntil(() => models()[0]?.version === 2);

  expect(seen).toEqual(new Set([1]));
});

test('waits for a file that has the name of a copy', async () => {
  const { library, titles } = await startWatchedLibrary(simpleModel('first'));
  library.write({ 'copied/1k/big.glb.part': 'half', ...simpleModel('copied') });
  library.write(simpleModel('marker'));
  await waitUntil(() => titles().includes('marker'));
  const before = titles();

  renameSync(
    path.join(library.folder, 'copied/1k/big.glb.part'),
    path.join(library.folder, 'copied/1k/big.bin'),
  );
  await waitUntil(() => titles().includes('copied'));

  expect(before).toEqual(['first', 'marker']);
});

test('keeps the models of a share that is gone for a while', async () => {
  const { library, models, problems } = await startWatchedLibrary(simpleModel('chair'));
  const away = `${library.folder}-away`;

  renameSync(library.folder, away);
  await waitUntil(() => problems().length > 0);
  const meanwhile = models();
  renameSync(away, library.folder);
  await waitUntil(() => problems().length === 0);

  expect(meanwhile).toHaveLength(1);
  expect(models()).toEqual(meanwhile);
});

test('sweeps up changes that the system tells nobody', async () => {
  const { library, models } = await startWatchedLibrary(simpleModel('chair'), {
    LODESTOCK_SCAN_INTERVAL_SECONDS: '1',
  });
  const elsewhere = path.join(library.folder, '.elsewhere.obj');
  linkSync(path.join(library.folder, 'chair/1k/thing.obj'), elsewhere);

  // The folder that is watched does not hear of a file that is written under its other name.
  writeFileSync(elsewhere, objText(3, 'by another name'));
  await waitUntil(() => models()[0]?.version === 2);

  expect(models()).toHaveLength(1);
});

const pack = { 'Pack/chair.obj': objText(4, 'chair'), 'Pack/table.obj': objText(6, 'table') };

test('publishes a file that is dropped on a shelf', async () => {
  const { library, titles } = await startWatchedLibrary(pack);

  library.write({ 'Pack/lamp.obj': objText(5, 'lamp') });
  await waitUntil(() => titles().length === 3);

  expect(titles()).toEqual(['Chair', 'Lamp', 'Table']);
});

test('publishes the first file of an empty shelf', async () => {
  const { library, titles } = await startWatchedLibrary({ ...pack, 'Shelf/Lamps/notes.txt': '' });

  library.write({ 'Shelf/Lamps/lamp.obj': objText(5, 'lamp') });
  await waitUntil(() => titles().length === 3);

  expect(titles()).toContain('Lamp');
});

test('adds a folder of another format to its pack', async () => {
  const { library, models, server } = await startWatchedLibrary(pack);
  const before = models();

  library.write({ 'Pack/DAE/chair.dae': '<COLLADA/>', 'Pack/MAX/chair.max': 'whatever' });
  const formats = async () => (await server.call('search', { q: 'chair' })).body.results[0]?.formats;
  await waitUntil(async () => (await formats())?.join() === 'dae,max,obj');

  expect(models().map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid));
  expect(models().some(({ version }) => version > 1)).toBe(true);
});

test('takes in a change of textures that lie above', async () => {
  const { library, models } = await startWatchedLibrary({
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

const zipOf = (name: string, triangles = 4) =>
  sampleZip([{ name: `${name}.obj`, content: objText(triangles, name) }]);

const start = async (files: Parameters<typeof startWatchedLibrary>[0]) => {
  const watched = await startWatchedLibrary(files);
  return watched;
};

test('publishes an archive that is dropped on a shelf', async () => {
  const { library, titles } = await start({ 'Shelf/table.obj': objText(6, 'table') });

  library.write({ 'Shelf/lamp.zip': zipOf('lamp') });
  await waitUntil(() => titles().length === 2);

  expect(titles()).toContain('Lamp');
});

test('waits for an archive that is still being written', async () => {
  const { library, titles, problems } = await start({ 'Shelf/table.obj': objText(6, 'table') });
  const zip = zipOf('lamp', 3000);
  const place = path.join(library.folder, 'Shelf/lamp.zip');
  const seen: string[] = [];

  writeFileSync(place, zip.subarray(0, zip.length / 2));
  await waitUntil(() => {
    seen.push(...problems());
    appendFileSync(place, '');
    return true;
  });
  writeFileSync(place, zip);
  await waitUntil(() => titles().length === 2);

  expect(seen).toEqual([]);
});
