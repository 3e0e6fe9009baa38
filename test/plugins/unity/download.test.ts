import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { Receipt } from '../../../src-main/library/receipt.ts';
import { endAddresses } from '../end-addresses.ts';
import { changing } from '../overlay-server.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { addPackage, openModel } from './stage.ts';
import { chairFolder, folderOf, guidOf, listAssets, listStaged, nodeNamed } from './walk.ts';

const { stage, openSignedIn, openChairPage } = prepareUnity();
const directPath = /\/api\/plugin\/download\/direct$/;

unityTest('says before the charge what Unity cannot read', async () => {
  const unity = await openSignedIn();
  stage().overlay.answer(/\/api\/plugin\/download\/formats\//, async (_seen, passOn) => {
    const text = await (await passOn()).text();
    const obstacles =
      '"obstacles":[{"app":"unity","requirement":"KHR_texture_basisu","package":"com.unity.cloud.ktx"}]';
    return { body: text.replaceAll('"format":"fbx","lod"', `${obstacles},"format":"fbx","lod"`) };
  });
  await openModel(unity, 'oak chair', 'Oak chair');

  await unity.send('decline');
  await unity.press('Import');
  const status = await unity.status();
  const asked = stage().overlay.seen.filter((one) => directPath.test(one.path)).length;
  addPackage(unity, 'com.unity.cloud.ktx');
  await unity.press('Import');

  expect(status).toBe(
    'Unity cannot read chair.fbx: it needs KHR_texture_basisu. Add com.unity.cloud.ktx in the Package Manager. Nothing was charged.',
  );
  expect(asked).toBe(0);
  expect(stage().overlay.seen.filter((one) => directPath.test(one.path))).toHaveLength(1);
});

unityTest('imports an OBJ with its materials and textures', async () => {
  const unity = await openChairPage();
  await unity.pick('obj');

  const state = await unity.press('Import');

  expect(state.missing).toEqual([]);
  expect(listAssets(unity)).toContain('Oak chair/1k/chair.mtl');
  expect(nodeNamed(state, 'chair')?.source).toMatch(/1k\/chair\.obj$/);
});

unityTest('imports pictures as what they are, and keeps what a person set afterwards', async () => {
  const unity = await openSignedIn();
  await openModel(unity, 'marble', 'Marble');
  const metaOf = (map: string) => path.join(folderOf(unity, 'Marble'), `1k/textures/marble_${map}.png.meta`);
  const settingsOf = (map: string) => readFileSync(metaOf(map), 'utf8').split('\n').slice(1).join(' ').trim();

  await unity.press('Import');
  const first = Object.fromEntries(
    ['color', 'normal', 'roughness', 'seen'].map((map) => [map, settingsOf(map)]),
  );
  writeFileSync(metaOf('normal'), 'guid: 1\nmine\n');
  await unity.press('Import');

  expect(first).toEqual({
    color: 'textureType: Default sRGB: True',
    normal: 'textureType: NormalMap sRGB: False',
    roughness: 'textureType: Default sRGB: False uncompressed',
    seen: '',
  });
  expect(settingsOf('normal')).toBe('mine');
});

const countDirect = () => stage().overlay.seen.filter((one) => directPath.test(one.path)).length;

unityTest('sells no GLB to a project that cannot read it, and offers the package', async () => {
  const unity = await openChairPage();
  await unity.pick('glb');

  const { dialogs } = await unity.press('Import');
  const refused = [await unity.status(), countDirect()];
  const manifest = readFileSync(path.join(unity.project, 'Packages/manifest.json'), 'utf8');
  await unity.press('Import');

  const obstacle = 'Unity cannot read chair.glb: it needs a glTF importer.';
  expect(dialogs).toEqual([`${obstacle} Add the package com.unity.cloud.gltfast to this project?`]);
  const adding =
    'Unity is adding com.unity.cloud.gltfast. Import again when it is there. Nothing was charged.';
  expect(refused).toEqual([`${obstacle} ${adding}`, 0]);
  expect(manifest).toContain('"com.unity.cloud.gltfast"');
  expect(countDirect()).toBe(1);
});

unityTest('takes a GLB where another package brought the importer', async () => {
  const unity = await openChairPage();
  addPackage(unity, 'org.khronos.unitygltf', 'packages-lock.json');
  await unity.pick('glb');

  const { dialogs } = await unity.press('Import');

  expect(dialogs).toEqual([]);
  expect(countDirect()).toBe(1);
});

unityTest('adds no package that a server makes up', async () => {
  const unity = await openSignedIn();
  stage().overlay.answer(
    /download\/formats/,
    changing((text) =>
      text.replaceAll(
        '"format":"fbx","lod"',
        '"obstacles":[{"app":"unity","requirement":"X","package":"https://evil.example/x.git"}],"format":"fbx","lod"',
      ),
    ),
  );
  await openModel(unity, 'oak chair', 'Oak chair');

  const { dialogs } = await unity.press('Import');

  expect(dialogs).toEqual([]);
  expect(await unity.status()).toMatch(/Add https:\/\/evil\.example\/x\.git in the Package Manager/);
  expect(existsSync(path.join(unity.project, 'Packages'))).toBe(false);
});

unityTest('lets Unity ask what a package brings', async () => {
  const unity = await openChairPage();
  await unity.pick('unitypackage');

  const state = await unity.press('Import');

  expect(state.packages).toHaveLength(1);
  expect(listAssets(unity)).toEqual([]);
});

unityTest('deletes a package once its import has ended', async () => {
  const unity = await openChairPage();
  await unity.pick('unitypackage');
  const left: string[][] = [];

  for (const end of ['completed', 'cancelled', 'failed']) {
    await unity.press('Import');
    left.push(listStaged(unity));
    await unity.send('package', end);
    left.push(listStaged(unity));
  }

  expect(left.map(({ length }) => length)).toEqual([1, 0, 1, 0, 1, 0]);
});

unityTest('tells several files of one format apart', async () => {
  const unity = await openSignedIn();
  await openModel(unity, 'robot', 'Robot');

  await unity.choose('File', 'run.fbx');
  await unity.press('Import');

  expect(listAssets(unity)).toEqual(['Robot/1k/run.fbx', 'Robot/model.json']);
});

unityTest(
  'sends the request back as the server wrote it, and writes the receipt that the desktop reads',
  async () => {
    const unity = await openChairPage();
    const { body } = await stage().server.call('search', { q: 'oak chair' });
    await unity.press('Import');
    const sent = stage().overlay.seen.find((one) => directPath.test(one.path))?.body;
    await unity.pick('10k');

    await unity.press('Import');

    const fields = { format: 'fbx', lod: '1k', variant: null, relativePath: '1k/chair.fbx' };
    expect(sent).toBe(JSON.stringify({ guid: body.results[0]?.guid, ...fields }));
    const text = readFileSync(path.join(chairFolder(unity), 'model.json'), 'utf8');
    const receipt = Receipt.parse(JSON.parse(text));
    expect(receipt).toMatchObject({ title: 'Oak chair', version: 1, serverUrl: stage().address });
    expect(receipt.files.map(({ relativePath, role }) => [relativePath, role])).toEqual([
      ['10k/chair.fbx', 'scene'],
      ['10k/textures/wood.png', 'texture'],
      ['1k/chair.fbx', 'scene'],
      ['1k/textures/wood.png', 'texture'],
    ]);
  },
);

unityTest('keeps the folder of a renamed model', async () => {
  const unity = await openChairPage();
  await unity.press('Import');
  const folder = chairFolder(unity);
  const before = guidOf(unity, path.relative(unity.project, path.join(folder, '1k/chair.fbx')));
  stage().overlay.answer(
    /download\/formats/,
    changing((text) => text.replace('"Oak chair"', '"Oak throne"')),
  );

  await unity.press('Back');
  await unity.press('Oak chair');
  await unity.press('Import');

  expect(await unity.status()).toMatch(/^Oak throne/);
  expect(listAssets(unity).filter((name) => name.endsWith('.fbx'))).toEqual(['Oak chair/1k/chair.fbx']);
  expect(guidOf(unity, path.relative(unity.project, path.join(folder, '1k/chair.fbx')))).toBe(before);
});

unityTest('mends a file that changed in the project', async () => {
  const unity = await openChairPage();
  await unity.press('Import');
  const file = path.join(chairFolder(unity), '1k/chair.fbx');
  const whole = readFileSync(file);
  writeFileSync(file, 'broken');

  await unity.press('Import');

  expect(readFileSync(file)).toEqual(whole);
});

unityTest('says that the balance does not suffice', async () => {
  const unity = await openSignedIn();
  await openModel(unity, 'palace', 'Palace');
  await unity.pick('10k');

  await unity.press('Import');

  expect(await unity.status()).toMatch(/500/);
  expect(listAssets(unity)).toEqual([]);
});

unityTest('asks for new addresses when they end meanwhile', async () => {
  const unity = await openChairPage();
  endAddresses(stage());

  const state = await unity.press('Import');

  expect(nodeNamed(state, 'chair')).toBeDefined();
  const asked = stage().overlay.seen.map((one) => path.basename(one.path));
  expect(asked.filter((name) => /^direct$|^chair|^wood/.test(name))).toEqual(
    'direct chair.fbx wood.png direct wood.png'.split(' '),
  );
});

unityTest('goes on after the connection was cut', async () => {
  const unity = await openSignedIn();
  await openModel(unity, 'rock', 'Rock');
  stage().fault.set('cut');
  await unity.press('Import');
  const failure = await unity.status();
  const afterCut = listAssets(unity);

  stage().fault.set('none');
  const state = await unity.press('Import');

  expect(failure).toBe('The connection was lost. Import again: it continues where it ended.');
  expect(stage().fault.ranges.at(-1)).toMatch(/^bytes=[1-9]\d*-$/);
  expect(afterCut).toEqual([]);
  expect(nodeNamed(state, 'rock')).toBeDefined();
  expect(listStaged(unity)).toEqual([]);
});
