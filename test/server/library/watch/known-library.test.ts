import { renameSync } from 'node:fs';
import { expect, test } from 'vitest';
import { makePlace } from '../../../helpers/data-place.ts';
import { simpleModel } from '../../../helpers/library-folder.ts';
import { startServerChild } from '../../../helpers/server-child.ts';
import { waitUntil } from '../../../helpers/watched-library.ts';

/** A library in which files changed just now is looked through for minutes. */
const patient = { LODESTOCK_QUIET_SECONDS: '300' };
type Place = ReturnType<typeof makePlace>;
const titles = async (baseUrl: string) => {
  const { results } = await (await fetch(`${baseUrl}/api-embeddings/browse`)).json();
  return results.map(({ title }: { title: string }) => title).sort();
};

test('serves the models it knows while it looks for changes', async () => {
  const place = makePlace();
  await (await place.serve()).stop();
  place.library.write(simpleModel('lamp'));

  const again = await place.serve(patient);

  expect(await titles(again.baseUrl)).toEqual(['table']);
});

/** What /readyz answers while a server reads the library of a place with the data of another. */
async function askEarly({ dataDir }: Place, { library }: Place): Promise<number> {
  const env = { LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' };
  const server = await startServerChild('dist/server/main.js', { env: { ...env, ...patient } });
  const { status } = await fetch(`${server.baseUrl}/readyz`);
  await server.stop();
  return status;
}

test('is not ready with the models of another library', async () => {
  const [place, other] = [makePlace(), makePlace()];
  await (await place.serve()).stop();

  expect(await askEarly(place, other)).toBe(503);
});

test('does not know a library that was away', async () => {
  const place = makePlace();
  const { folder } = place.library;
  renameSync(folder, `${folder}-away`);
  await (await place.serve()).stop();
  renameSync(`${folder}-away`, folder);

  expect(await askEarly(place, place)).toBe(503);
});

test('takes in changes after it was started again', async () => {
  const place = makePlace();
  await (await place.serve()).stop();
  const again = await place.serve();

  place.library.write(simpleModel('lamp'));
  await waitUntil(async () => (await titles(again.baseUrl)).length === 2);
  place.library.remove('table');
  await waitUntil(async () => (await titles(again.baseUrl)).length === 1);

  expect(await titles(again.baseUrl)).toEqual(['lamp']);
});
