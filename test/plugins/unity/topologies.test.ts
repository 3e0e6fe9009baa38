import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { changing } from '../overlay-server.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openChair } from './stage.ts';
import { chairFolder, shows } from './walk.ts';

const { stage, openChairPage } = prepareUnity();
const group = 'Import as LOD group of 100k, 10k, 1k';

unityTest('imports topologies as one LOD group, and charges once', async () => {
  const unity = await openChairPage();
  await unity.pick('100k');

  const first = await unity.press(group);
  const said = await unity.status();
  const prefab = path.join(chairFolder(unity), 'chair_LOD.prefab');
  const guid = readFileSync(`${prefab}.meta`, 'utf8');
  const again = await unity.press(group);

  expect(said).toBe(
    'Oak chair: 3 topologies as LOD group, added to the project and the scene. Charged 1.00 USD, 99.00 left.',
  );
  expect(readFileSync(prefab, 'utf8').split('\n')).toEqual([
    '0.316: chair_LOD0 of 100k/chair.fbx',
    '0.100: chair_LOD1 of 10k/chair.fbx',
    '0.010: chair_LOD2 of 1k/chair.fbx',
  ]);
  expect([first, again].map(({ dialogs }) => dialogs.length)).toEqual([1, 1]);
  expect(
    stage()
      .overlay.askedFiles()
      .filter((body) => body.includes('"maxPriceUsd":1.00')),
  ).toHaveLength(1);
  expect(readFileSync(`${prefab}.meta`, 'utf8')).toBe(guid);
  expect(again.nodes.filter(({ source }) => source.endsWith('/chair_LOD.prefab'))).toHaveLength(2);
  expect(shows(again, 'Copies in the open scenes')).toBe(false);
});

unityTest('refuses a group before the charge when one of its files is unreadable', async () => {
  stage().overlay.answer(
    /download\/formats/,
    changing((text) =>
      text.replaceAll(
        '"format":"fbx","lod":"1k"',
        '"obstacles":[{"app":"unity","requirement":"X"}],"format":"fbx","lod":"1k"',
      ),
    ),
  );
  const unity = await openChairPage();
  await unity.pick('10k');

  const { dialogs } = await unity.press('Import as LOD group of 10k, 1k');

  expect(await unity.status()).toBe('Unity cannot read chair.fbx: it needs X. Nothing was charged.');
  expect(dialogs).toEqual([]);
  expect(stage().overlay.askedFiles()).toEqual([]);
});

unityTest('offers the newer version of what was imported', async () => {
  const unity = await openChairPage();
  const before = await unity.press('Import');
  stage().overlay.answer(
    /download\/formats/,
    changing((text) => text.replace('"version":1', '"version":2')),
  );
  await unity.press('Back');
  const offered = await openChair(unity);

  const after = await unity.press('Update imported files');

  const sentence = 'This project has version 1. Version 2 is available.';
  expect([before, offered, after].map((state) => shows(state, sentence))).toEqual([false, true, false]);
  expect(await unity.status()).toBe('Oak chair is now version 2. Files updated: 1.');
  expect(readFileSync(path.join(chairFolder(unity), 'model.json'), 'utf8')).toContain('"version": 2');
});

unityTest('tells a project which models are here, as they are now', async () => {
  const { server, browser } = stage();
  const { id: projectId } = (
    await server.call('makeProject', { name: 'Castle film', isShared: true }, browser)
  ).body;
  const unity = await openChairPage();
  await unity.press('Import');
  appendFileSync(path.join(chairFolder(unity), '1k/chair.fbx'), ' ');
  await unity.press('Report to a project');

  await unity.press('Castle film');

  const { models } = (await server.call('checkProject', { projectId }, browser)).body;
  expect(await unity.status()).toBe('Castle film: 1 file of models reported.');
  expect(models).toMatchObject([{ title: 'Oak chair', version: 1, scenes: ['Castle'], isEdited: true }]);
});
