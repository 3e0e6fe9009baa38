import { expect, test } from 'vitest';
import { makePlace } from '../../../helpers/data-place.ts';
import { simpleModel } from '../../../helpers/library-folder.ts';
import { startServerChild } from '../../../helpers/server-child.ts';
import { waitUntil } from '../../../helpers/watched-library.ts';

/** A library in which files changed just now is looked through for minutes. */
const patient = { LODESTOCK_QUIET_SECONDS: '300' };
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

test('is not ready with the models of another library', async () => {
  const [place, other] = [makePlace(), makePlace()];
  await (await place.serve()).stop();
  const env = { LODESTOCK_DATA_DIR: place.dataDir, LODESTOCK_LIBRARY_DIR: other.library.folder };

  const moved = await startServerChild('dist/server/main.js', {
    env: { ...env, ...patient, LODESTOCK_PORT: '0' },
  });
  const { status } = await fetch(`${moved.baseUrl}/readyz`);
  await moved.stop();

  expect(status).toBe(503);
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
