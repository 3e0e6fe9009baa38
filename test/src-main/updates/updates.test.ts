import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Policy } from '../../../src-main/policy/fields.ts';
import { startUpdates, type Updater } from '../../../src-main/updates/updates.ts';
import { createMemoryLog } from '../memory-log.ts';
import { createScratch } from '../scratch.ts';

async function start(
  options: {
    readonly isPackaged?: boolean;
    readonly hasFeed?: boolean;
    readonly check?: () => Promise<unknown>;
    readonly policy?: Pick<Policy, 'Updates' | 'UpdateUrl' | 'UpdateChannel'>;
    readonly serverUrl?: () => string | null;
  } = {},
) {
  const resourcesFolder = await createScratch();
  if (options.hasFeed ?? true)
    await writeFile(path.join(resourcesFolder, 'app-update.yml'), 'provider: generic');
  const { log, lines } = createMemoryLog();
  const checkForUpdates = vi.fn(options.check ?? (async () => null));
  const setFeedURL = vi.fn();
  const updater: Updater = {
    setFeedURL,
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: true,
    channel: null,
    checkForUpdates,
    on: () => undefined,
  };
  const load = vi.fn(async () => updater);
  const stop = startUpdates({
    isPackaged: options.isPackaged ?? true,
    resourcesFolder,
    load,
    readPolicy: async () => options.policy ?? {},
    readServerUrl: options.serverUrl ?? (() => null),
    log,
    interval: 10,
  });
  onTestFinished(stop);
  return { checkForUpdates, load, lines, setFeedURL, updater };
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

test('does not look where the organisation distributes the app', async () => {
  const { checkForUpdates, load } = await start({ policy: { Updates: 'off' } });

  await new Promise((resolve) => setImmediate(resolve));

  expect(load).not.toHaveBeenCalled();
  expect(checkForUpdates).not.toHaveBeenCalled();
});

test('looks where the organisation says', async () => {
  const url = 'https://models.studio.lan/releases';
  const { checkForUpdates, setFeedURL } = await start({ policy: { UpdateUrl: url } });

  await expect.poll(() => checkForUpdates.mock.calls.length).toBeGreaterThanOrEqual(1);

  expect(setFeedURL).toHaveBeenCalledExactlyOnceWith({ provider: 'generic', url });
});

test('looks at the server of the studio, and follows it', async () => {
  const servers = ['https://one.studio.lan', 'https://two.studio.lan/models/'];
  let asked = 0;
  const { checkForUpdates, setFeedURL } = await start({
    policy: { Updates: 'server' },
    serverUrl: () => servers[Math.min(1, asked++)] ?? null,
  });

  await expect.poll(() => checkForUpdates.mock.calls.length).toBeGreaterThanOrEqual(4);

  expect(setFeedURL.mock.calls).toEqual([
    [{ provider: 'generic', url: 'https://one.studio.lan/updates/' }],
    [{ provider: 'generic', url: 'https://two.studio.lan/models/updates/' }],
  ]);
});

test('asks nobody for updates while there is no server of a studio', async () => {
  const { load, lines } = await start({ policy: { Updates: 'server' } });

  await expect.poll(() => lines.join()).toContain('update.no-server');

  expect(load).not.toHaveBeenCalled();
});

test.each([
  ['beta', 'beta'],
  ['stable', null],
] as const)('takes what the channel %s has, but nothing older', async (UpdateChannel, channel) => {
  const { checkForUpdates, updater } = await start({ policy: { UpdateChannel } });

  await expect.poll(() => checkForUpdates.mock.calls.length).toBeGreaterThanOrEqual(1);

  expect(updater).toMatchObject({ channel, allowDowngrade: false });
});
