import { chmodSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../server/config.ts';
import { findBrowser } from '../../../server/posters/headless/find-browser.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';

/** Folders with programs, as the PATH has them. */
function makePrograms(files: Readonly<Record<string, string>>) {
  const { folder, remove } = makeLibraryFolder(files);
  onTestFinished(() => remove());
  for (const file of Object.keys(files)) chmodSync(path.join(folder, file), 0o755);
  return folder;
}
const postersOf = (environment: Readonly<Record<string, string>>) => {
  const { posters } = readConfig({ LODESTOCK_DATA_DIR: '/nowhere', ...environment });
  // What is installed on this machine does not matter here.
  return {
    ...posters,
    programFolders: posters.programFolders.filter((folder) => folder.includes('lodestock')),
  };
};

test('finds an Edge where there is no Chromium', () => {
  const folder = makePrograms({ 'bin/microsoft-edge': '' });

  const found = findBrowser(postersOf({ PATH: path.join(folder, 'bin') }));

  expect(found).toBe(path.join(folder, 'bin/microsoft-edge'));
});

test('prefers the configured browser to any other', () => {
  const folder = makePrograms({ 'bin/chromium': '', 'own/chrome': '' });
  const own = path.join(folder, 'own/chrome');

  expect(findBrowser(postersOf({ PATH: path.join(folder, 'bin'), LODESTOCK_CHROMIUM: own }))).toBe(own);
});

test('takes no other where the configured one is gone', () => {
  const folder = makePrograms({ 'bin/chromium': '' });

  expect(findBrowser(postersOf({ PATH: path.join(folder, 'bin'), LODESTOCK_CHROMIUM: '/gone' }))).toBeNull();
});

test('gives the browser no secret of the server', () => {
  const { browserEnvironment } = postersOf({
    HOME: '/home/me',
    LODESTOCK_SYNC_KEY: 'secret',
    AWS_SECRET: 'x',
  });

  expect(browserEnvironment).toEqual({ HOME: '/home/me' });
});

test('refuses a key that is short or has spaces', () => {
  expect(() => postersOf({ LODESTOCK_POSTERS_KEY: 'short' })).toThrow('LODESTOCK_POSTERS_KEY');
  expect(() => postersOf({ LODESTOCK_POSTERS_KEY: 'x '.repeat(20) })).toThrow('LODESTOCK_POSTERS_KEY');
});
