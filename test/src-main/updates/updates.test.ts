import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startUpdates, type Updater } from '../../../src-main/updates/updates.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

async function start(
  options: {
    readonly isPackaged?: boolean;
    readonly hasFeed?: boolean;
    readonly check?: () => Promise<unknown>;
  } = {},
) {
  const resourcesFolder = await createScratch();
  if (options.hasFeed ?? true)
    await writeFile(path.join(resourcesFolder, 'app-update.yml'), 'provider: generic');
  const { log, lines } = createMemoryLog();
  const checkForUpdates = vi.fn(options.check ?? (async () => null));
  const updater: Updater = {
    autoDownload: false,
    autoInstallOnAppQuit: false,
    checkForUpdates,
    on: () => undefined,
  };
  const load = vi.fn(async () => updater);
  const stop = startUpdates({
    isPackaged: options.isPackaged ?? true,
    resourcesFolder,
    load,
    log,
    interval: 10,
  });
  onTestFinished(stop);
  return { checkForUpdates, load, lines, updater };
}

test('looks for a new version again and again', async () => {
  const { checkForUpdates, load, updater } = await start();

  await expect.poll(() => checkForUpdates.mock.calls.length).toBeGreaterThanOrEqual(3);

  expect(load).toHaveBeenCalledOnce();
  expect(updater).toMatchObject({ autoDownload: true, autoInstallOnAppQuit: true });
});

test.each([{ isPackaged: false }, { hasFeed: false }])('does not look with %o', async (options) => {
  const { load } = await start(options);

  expect(load).not.toHaveBeenCalled();
});

test('only logs a feed that is broken', async () => {
  const { checkForUpdates, lines } = await start({
    check: async () => {
      throw new Error('no such feed');
    },
  });

  await expect.poll(() => checkForUpdates.mock.calls.length).toBeGreaterThanOrEqual(2);

  expect(lines.join()).toContain('no such feed');
});
