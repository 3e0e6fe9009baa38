import { expect } from 'vitest';
import { nobody } from '../desktop-assets.ts';
import { unityTest } from './compiled-plugin.ts';
import {
  current,
  feedPath,
  filePath,
  hash,
  installed,
  next,
  prepareUpdates,
  version,
} from './offered-update.ts';
import { prepareUnity } from './prepare-unity.ts';
import { shows } from './walk.ts';

const prepared = prepareUnity();
const { stage, start, keep } = prepared;
const { asked, offer, startKnown, compile } = prepareUpdates(prepared);

unityTest('announces a newer version at the start, once', async () => {
  offer();
  const unity = startKnown();
  await unity.open();
  await unity.until(`Version 0.10.0 is available. You have ${version}.`);

  const reloaded = keep(await unity.reload());
  await reloaded.open();
  const state = await reloaded.press('Search');

  expect(shows(state, 'Install 0.10.0')).toBe(true);
  expect(asked(feedPath)).toBe(1);
  expect(asked(filePath)).toBe(0);
});

unityTest('installs a verified update and goes back', async () => {
  offer();
  const unity = startKnown();
  await unity.open();
  await unity.until('Install 0.10.0');

  const state = await unity.press('Install 0.10.0');
  expect(await unity.status()).toBe('Version 0.10.0 is installed.');
  expect(state.imported).toContain('Assets/Editor/free3d_online.cs');
  expect(installed(unity)).toBe(next);

  await unity.press('Previous version');
  expect(installed(unity)).toBe(current);
});

unityTest('compiles what it installs as the next version', async () => {
  const unity = startKnown(compile(next));

  const state = await unity.open();

  expect(shows(state, 'Lodestock 0.10.0')).toBe(true);
});

unityTest('replaces nothing when the hash is wrong', async () => {
  offer({}, { sha256: hash('something else') });
  const unity = startKnown();
  await unity.open();
  await unity.until('Install 0.10.0');

  const state = await unity.press('Install 0.10.0');

  expect(await unity.status()).toBe(
    'The update does not match what the server announced. Nothing was changed.',
  );
  expect(installed(unity)).toBe(current);
  expect(shows(state, 'Previous version')).toBe(false);
});

unityTest('offers nothing of a server that was left', async () => {
  offer();
  const unity = startKnown();
  await unity.open();
  await unity.until('Install 0.10.0');

  const state = await unity.type('Server', nobody);

  expect(shows(state, 'Install')).toBe(false);
  expect(shows(state, 'Check for updates')).toBe(true);
});

unityTest('takes no longer file than was announced', async () => {
  offer({}, { sizeBytes: 100 });
  const unity = startKnown();
  await unity.open();
  await unity.until('Install 0.10.0');

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toMatch(/larger than the server announced/);
  expect(installed(unity)).toBe(current);
});

unityTest('leaves a package to the Package Manager', async () => {
  offer();
  const unity = start();
  await unity.open();
  await unity.type('Server', stage().address);
  await unity.press('Check for updates');

  await unity.press('Install 0.10.0');

  expect(await unity.status()).toMatch(/Package Manager\.$/);
  expect(asked(filePath)).toBe(0);
});

unityTest('does not ask in batch mode', async () => {
  offer();
  const unity = startKnown({ environment: { UNITY_BATCH: 'yes' } });

  await unity.open();
  await unity.press('Search');

  expect(asked(feedPath)).toBe(0);
});

unityTest('does not ask before a server was chosen', async () => {
  offer();
  const unity = start();

  await unity.open();
  await unity.type('Server', stage().address);
  await unity.press('Search');

  expect(asked(feedPath)).toBe(0);
});
