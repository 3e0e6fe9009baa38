import { appendFileSync, cpSync, linkSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
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

test('publishes a new model without a restart', async () => {
  const { library, server, titles } = await start(simpleModel('chair'));

  library.write(simpleModel('shelf/lamp', { title: 'Lamp' }));
  await waitUntil(() => titles().includes('Lamp'));

  await waitUntil(async () => (await server.call('browse', { query: 'lamp' })).body.total === 1);
  expect(titles()).toEqual(['chair', 'Lamp']);
});

test('raises the version once for one change', async () => {
  const { library, models } = await start(simpleModel('chair'));

  library.write({ 'chair/1k/thing.obj': objText(9, 'changed') });
  await waitUntil(() => models()[0]?.version !== 1);
  library.write(simpleModel('lamp'));
  await waitUntil(() => models().length === 2);

  expect(models().map(({ version }) => version)).toEqual([2, 1]);
});

test('keeps the guid of a model that is renamed', async () => {
  const { library, models } = await start(simpleModel('old'));
  const [before] = models();

  renameSync(path.join(library.folder, 'old'), path.join(library.folder, 'new'));
  await waitUntil(() => models()[0]?.folder === 'new');

  expect(models()).toMatchObject([{ guid: before?.guid, version: 1 }]);
});

test('removes a model whose folder is deleted', async () => {
  const { library, titles } = await start({ ...simpleModel('stays'), ...simpleModel('goes') });

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
  const { library, models } = await start(simpleModel('first'), quiet);
  const place = 'slow/1k/thing.obj';
  library.write({ [place]: objText(1) });

  const seen = await growSlowly(path.join(library.folder, place), () => models().length);
  await waitUntil(() => models().length === 2);

  expect(seen).toEqual(new Set([1]));
});

test('keeps the old state of a model until its change is whole', async () => {
  const { library, models } = await start(simpleModel('chair'), quiet);

  const place = path.join(library.folder, 'chair/1k/thing.obj');
  const seen = await growSlowly(place, () => models()[0]?.version);
  await waitUntil(() => models()[0]?.version === 2);

  expect(seen).toEqual(new Set([1]));
});

test('waits for a file that has the name of a copy', async () => {
  const { library, titles } = await start(simpleModel('first'));
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

test('gives a copied folder a guid of its own', async () => {
  const { library, models } = await start(simpleModel('lamp'));
  const [original] = models();

  cpSync(path.join(library.folder, 'lamp'), path.join(library.folder, 'another'), { recursive: true });
  await waitUntil(() => models().length === 2);

  expect(models()[1]).toMatchObject({ folder: 'lamp', guid: original?.guid, version: 1 });
  expect(models()[0]?.guid).not.toBe(original?.guid);
});

test('keeps the models of a share that is gone for a while', async () => {
  const { library, models, problems } = await start(simpleModel('chair'));
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
  const { library, models } = await start(simpleModel('chair'), { LODESTOCK_SCAN_INTERVAL_SECONDS: '1' });
  const elsewhere = path.join(library.folder, '.elsewhere.obj');
  linkSync(path.join(library.folder, 'chair/1k/thing.obj'), elsewhere);

  // The folder that is watched does not hear of a file that is written under its other name.
  writeFileSync(elsewhere, objText(3, 'by another name'));
  await waitUntil(() => models()[0]?.version === 2);

  expect(models()).toHaveLength(1);
});
