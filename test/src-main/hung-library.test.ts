import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { rootName } from '../../src-main/library/roots.ts';
import type { DownloadRequest } from '../../src-main/platform/ipc/contract.ts';
import { listPlaces } from '../../src-main/platform/storage/places.ts';
import { createApp, healthy, waitForServer } from './create-app.ts';
import { createScratch } from './scratch.ts';

/** The app on a library whose mark never ends, as on a share that has gone; a second library is there. */
async function openWithHungLibrary() {
  const [library, other, userData] = [await createScratch(), await createScratch(), await createScratch()];
  const mark = path.join(library, rootName);
  execFileSync('mkfifo', [mark]); // who reads it waits for a writer
  const roots = { [library]: '00000000-0000-4000-8000-000000000000' };
  await writeFile(listPlaces(userData).libraries, JSON.stringify({ version: 1, roots }));
  const { origin } = await healthy();
  const libraries = [{ folder: other, name: 'Other' }];
  const settings = { serverUrl: origin, libraryFolder: library, libraries };
  const app = await createApp(settings, {
    userData,
    libraryPatience: (folder) => (folder === library ? 100 : 600_000),
  });
  onTestFinished(() => {
    const writer = openSync(mark, 'r+'); // lets those go on who wait for one
    rmSync(mark);
    closeSync(writer);
  });
  app.features.start();
  await waitForServer(app, 'ready');
  return { ...app, library, other };
}

const request: DownloadRequest = {
  ...{ guid: 'g1', title: 'Knight', format: 'glb', relativePath: 'k_1k/k.glb' },
  ...{ lod: '1k', variant: null, maxPriceUsd: 0 },
};

describe.skipIf(process.platform === 'win32')('a library that is not responding', () => {
  test('keeps the app from neither opening, answering nor ending', async () => {
    const { call, features, library, other } = await openWithHungLibrary();

    const job = await call['downloads.add'](request);

    expect((await call['downloads.read'](undefined)).jobs).toMatchObject([{ id: job.id }]);
    expect((await call['settings.read'](undefined)).libraryFolder).toBe(library);
    expect(await call['library.read'](undefined)).toMatchObject({
      models: [],
      places: [
        { folder: library, absence: { key: expect.stringContaining('is not responding') } },
        { folder: other, absence: null },
      ],
    });
    expect(await call['notes.read'](undefined)).toEqual([]);
    await features.stop();
    expect(await features.isWaitingForDisk()).toBe(true);
  });

  test('holds up no download into another', async () => {
    const { call, other } = await openWithHungLibrary();

    await call['downloads.add']({ ...request, library: other });

    // The server describes no model, so that it is known to have begun when that is told.
    const readError = async () => (await call['downloads.read'](undefined)).jobs[0]?.error?.message;
    await expect.poll(readError).toContain('that Lodestock does not understand');
  });
});
