import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { rootName } from '../../src-main/library/roots.ts';
import { listPlaces } from '../../src-main/platform/storage/places.ts';
import { hangFolders, makeHungRoot, whyNoHungFolders } from '../helpers/hung-folders.ts';
import { createApp, healthy, waitForServer } from './create-app.ts';
import { createScratch } from './scratch.ts';

const id = '00000000-0000-4000-8000-000000000000';
const why = whyNoHungFolders();

/** A library whose mark answers, as from a cache, and whose models do not. */
async function openWithHungModels() {
  const [library, other, userData] = [makeHungRoot(), await createScratch(), await createScratch()];
  await writeFile(path.join(library, rootName), JSON.stringify({ version: 1, id }));
  await writeFile(listPlaces(userData).libraries, JSON.stringify({ version: 1, roots: { [library]: id } }));
  const models = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => path.join(library, `Knight_${name}`));
  for (const model of models) await mkdir(model);
  const release = await hangFolders(models);
  onTestFinished(async () => {
    await release();
    await rm(library, { recursive: true });
  });
  const { origin } = await healthy();
  const settings = {
    serverUrl: origin,
    libraryFolder: library,
    libraries: [{ folder: other, name: 'Other' }],
  };
  const app = await createApp(settings, {
    userData,
    libraryPatience: (folder) => (folder === library ? 100 : 600_000),
  });
  app.features.start();
  await waitForServer(app, 'ready');
  return { ...app, library, other, release };
}

test.skipIf(why !== null)(
  `models that do not answer hold up nothing else${why ? ` (${why})` : ''}`,
  async () => {
    const { call, features, library, other, release } = await openWithHungModels();
    const readPlaces = async () => (await call['library.read'](undefined)).places;
    const silent = { folder: library, absence: { key: expect.stringContaining('is not responding') } };

    expect(await readPlaces()).toMatchObject([silent, { folder: other, absence: null }]);
    expect(await readPlaces()).toMatchObject([silent, { folder: other, absence: null }]);
    await call['settings.update']({ parallelDownloads: 3 }); // goes to the disk, too
    expect(await features.isWaitingForDisk()).toBe(true);
    await release();
    await expect.poll(readPlaces).toMatchObject([{ folder: library, absence: null }, { folder: other }]);
    await features.stop();
  },
);
