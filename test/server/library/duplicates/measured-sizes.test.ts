import { expect, test } from 'vitest';
import { reuseCorrectedLibraries } from '../../../helpers/corrected-library.ts';
import { solidModels } from '../../../helpers/solid-models.ts';
import { until } from '../../../helpers/test-site.ts';

const openLibrary = reuseCorrectedLibraries();
const [dae, threeMf] = ['dae', '3mf'].map((format) => Object.values(solidModels[format] ?? {})[0] ?? '');
const inInches = String(dae)
  .replace('meter="1"', 'meter="0.0254"')
  .replace('Y_UP', 'Z_UP')
  .replace('<node id="n">', '<node id="n"><scale>1 2 1</scale>');
const files = {
  'Crate/crate.dae': dae ?? '',
  'Box/box.dae': inInches,
  'Print/print.3mf': threeMf ?? '',
  'Plain/plain.dae': String(dae).replace('<unit meter="1"/>', ''),
};
const sizes = {
  Box: { x: 0.0508, y: 0.0254, z: 0.06096 },
  Crate: { x: 2, y: 1.2, z: 1 },
  Plain: null,
  Print: { x: 0.002, y: 0.0012, z: 0.001 },
};

async function openMeasured() {
  const opened = await openLibrary(files);
  const { server } = opened;
  const unread = server.db
    .prepare<[], number>(
      "SELECT count(*) FROM job WHERE kind = 'shape' AND (state = 'waiting' OR recipe = 0)",
    )
    .pluck();
  const read = () => until(() => unread.get() === 0);
  await read();
  const list = async () =>
    Object.fromEntries(
      (await server.call('browse', { sort: 'title' })).body.results.map(({ title, sizeMetres }) => [
        title,
        sizeMetres,
      ]),
    );
  return { ...opened, read, list };
}

test('COLLADA and 3MF have a size where the file tells its unit, also after a change of their names', async () => {
  const { library, server, list } = await openMeasured();
  const before = await list();
  library.write({ 'Crate/product.json': JSON.stringify({ description: 'Of wood' }) });

  await server.scan();

  expect([before, await list()]).toEqual([sizes, sizes]);
  const fits = await server.call('browse', { sizeMaxX: 0.1, sizeMaxY: 0.1, sizeMaxZ: 0.1 });
  expect(fits.body.results.map(({ title }) => title).sort()).toEqual(['Box', 'Print']);
});

test('models that an earlier version looked at are looked at again', async () => {
  const { server, read, list } = await openMeasured();
  server.db.exec("DELETE FROM shape; UPDATE model SET size_metres = 'null'");
  server.db.exec("UPDATE job SET recipe = 0 WHERE kind = 'shape'");

  await read();

  expect(await list()).toEqual(sizes);
  expect(server.db.prepare('SELECT count(*) FROM shape').pluck().get()).toBe(4);
});
