import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { changing } from '../overlay-server.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openModel } from './stage.ts';
import { listAssets, shows } from './walk.ts';

const { stage, openSignedIn, openChairPage } = prepareUnity();
const asked = () => stage().overlay.askedFiles();
const question =
  'Unlock "Robot" for 1.00 USD? Your balance is 100.00 USD. All other files of this model are then free.';

unityTest('asks before it spends, and spends nothing on no', async () => {
  const unity = await openSignedIn();
  await openModel(unity, 'robot', 'Robot');
  const free = await unity.send('see');
  await unity.send('decline');
  const costly = await unity.pick('10k');

  const { dialogs } = await unity.press('Import');

  expect([shows(free, 'Import for'), shows(costly, 'Import for 1.00 USD')]).toEqual([false, true]);
  expect(dialogs).toEqual([question]);
  expect(await unity.status()).toBe('Cancelled. Nothing was charged.');
  expect(asked()).toEqual([]);
  expect(listAssets(unity)).toEqual([]);
});

unityTest('asks before a switch that charges, and says what it cost', async () => {
  const unity = await openChairPage();
  const imported = await unity.press('Import');

  const { dialogs } = await unity.press('Switch to 10k');
  const charged = await unity.status();
  const later = await unity.press('Switch to 100k');

  expect(shows(imported, 'Switch to 10k for 1.00 USD')).toBe(true);
  expect(dialogs).toEqual([question.replace('Robot', 'Oak chair')]);
  expect(charged).toBe('Oak chair is now 10k: 1 copy. Charged 1.00 USD, 99.00 left.');
  expect(shows(later, 'USD')).toBe(false);
  expect(later.dialogs).toHaveLength(1);
});

unityTest('says what was charged when the file does not arrive', async () => {
  const unity = await openSignedIn();
  await openModel(unity, 'robot', 'Robot');
  await unity.pick('10k');
  stage().fault.set('corrupt');

  const state = await unity.press('Import');

  expect(await unity.status()).toMatch(/arrived damaged or incomplete.* Charged 1\.00 USD, \d+\.00 left\.$/);
  expect(shows(state, 'Import for')).toBe(false);
});

unityTest('pays no more than the person agreed to', async () => {
  const unity = await openSignedIn();
  stage().overlay.answer(
    /download\/formats/,
    changing((text) => text.replace('"priceUsd":500', '"priceUsd":5')),
  );
  await openModel(unity, 'palace', 'Palace');
  await unity.pick('10k');

  await unity.press('Import');

  expect(asked().at(-1)).toMatch(/^\{"maxPriceUsd":5\.00,"guid":/);
  expect(await unity.status()).toMatch(/^"Palace" now costs .*500.*Nothing was charged\.$/);
});

unityTest('counts the paths of Windows before it charges', async () => {
  const home = path.join(mkdtempSync(path.join(tmpdir(), 'lodestock-project-')), 'a'.repeat(200));
  const unity = await openSignedIn({ home, environment: { UNITY_PLATFORM: 'WindowsEditor' } });
  await openModel(unity, 'robot', 'Robot');
  await unity.pick('10k');

  const { dialogs } = await unity.press('Import');

  expect(await unity.status()).toMatch(
    /^In this project, the path of run\.fbx would have 3\d\d characters, and Windows allows 259\. Move the project .* Nothing was charged\.$/,
  );
  expect(dialogs).toEqual([]);
  expect(asked()).toEqual([]);
});
