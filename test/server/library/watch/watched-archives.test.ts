import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { objText } from '../../../helpers/library-folder.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';
import { startWatchedLibrary, waitUntil } from '../../../helpers/watched-library.ts';

const zipOf = (name: string, triangles = 4) =>
  sampleZip([{ name: `${name}.obj`, content: objText(triangles, name) }]);

const start = async (files: Parameters<typeof startWatchedLibrary>[0]) => {
  const watched = await startWatchedLibrary(files);
  onTestFinished(watched.close);
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

test('takes in what an archive has become', async () => {
  const { library, models } = await start({ 'Shelf/lamp.zip': zipOf('lamp') });
  const [before] = models();

  library.write({ 'Shelf/lamp.zip': zipOf('lamp', 9) });
  await waitUntil(() => models()[0]?.version === 2);

  expect(models()).toMatchObject([{ guid: before?.guid, title: 'Lamp' }]);
});

test('removes the model of an archive that is deleted', async () => {
  const { library, titles } = await start({
    'Shelf/lamp.zip': zipOf('lamp'),
    'Shelf/table.obj': objText(6, 'table'),
  });

  library.remove('Shelf/lamp.zip');
  await waitUntil(() => titles().length === 1);

  expect(titles()).toEqual(['Table']);
});
