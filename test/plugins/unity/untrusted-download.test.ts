import { createHash } from 'node:crypto';
import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { changing } from '../overlay-server.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { openChair } from './stage.ts';
import { chairFolder, listAssets, listStaged } from './walk.ts';

const { stage, openWithWindow, openChairPage } = prepareUnity();
const directPath = /\/api\/plugin\/download\/direct$/;

unityTest('fetches again only what is missing', async () => {
  const unity = await openChairPage();
  stage().overlay.answer(/wood\.png$/, () => ({ type: 'image/png', body: 'changed' }));
  await unity.press('Import');
  const failure = await unity.status();
  stage().mend();

  await unity.press('Import');

  const fetched = stage().overlay.seen.filter((one) => one.path.startsWith('/data/'));
  expect(failure).toMatch(/^wood\.png arrived damaged or incomplete/);
  expect(fetched.map((one) => path.basename(one.path))).toEqual(['wood.png']);
  expect(listAssets(unity)).toContain('Oak chair/1k/chair.fbx');
});

unityTest('brings nothing of a tampered file into the project', async () => {
  const unity = await openChairPage();
  stage().fault.set('corrupt');

  await unity.press('Import');

  expect(await unity.status()).toMatch(/arrived damaged or incomplete/);
  expect(listAssets(unity)).toEqual([]);
  expect(listStaged(unity)).toEqual([]);
});

unityTest('cancels a download and clears its bar', async () => {
  const unity = await openChairPage();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  stage().overlay.answer(/chair\.fbx$/, async (_, passOn) => {
    await held;
    const answer = await passOn();
    return { type: 'model/fbx', body: new Uint8Array(await answer.arrayBuffer()) };
  });

  await unity.tap('Import');
  await unity.until('Downloading');
  await unity.tap('Cancel');
  await unity.until('Cancelled. Complete files are kept.');
  letGo();

  expect(listAssets(unity)).toEqual([]);
  expect(listStaged(unity).filter((name) => name.endsWith('.part'))).toEqual([]);
});

unityTest('does not write through a link', async () => {
  const unity = await openChairPage();
  await unity.press('Import');
  const folder = chairFolder(unity);
  const outside = path.join(unity.home, 'outside');
  renameSync(path.join(folder, '1k'), outside);
  symlinkSync(outside, path.join(folder, '1k'));
  writeFileSync(path.join(outside, 'chair.fbx'), 'mine');

  await unity.press('Import');

  expect(await unity.status()).toMatch(/1k is a link\. Remove it and import again\.$/);
  expect(readFileSync(path.join(outside, 'chair.fbx'), 'utf8')).toBe('mine');
});

unityTest('refuses to change the scene in play mode', async () => {
  const unity = await openChairPage();
  await unity.send('play', 'on');

  await unity.press('Import');

  expect(await unity.status()).toMatch(/^Exit play mode first/);
  expect(stage().overlay.seen.filter((one) => directPath.test(one.path))).toEqual([]);
});

unityTest('wants a sign-in before it opens a model', async () => {
  const unity = await openWithWindow();

  await openChair(unity);

  expect(await unity.status()).toMatch(/^Press Sign in first/);
});

const sha256 = createHash('sha256').update('x').digest('hex');
const plantFile = (relativePath: string) =>
  changing((text) =>
    text.replace(
      '"supportFiles":[',
      `"supportFiles":[{"relativePath":${JSON.stringify(relativePath)},"url":"${stage().address}/evil","sizeBytes":1,"sha256":"${sha256}"},`,
    ),
  );

const evilPaths = [
  '../evil.png',
  '1k/../../evil.png',
  '/tmp/evil.png',
  'C:/evil.png',
  '1k\\..\\evil.png',
  '1k/evil.png:stream',
  '1k/con.png',
  '1k/.evil.png',
  '1k//evil.png',
  '1k/evil.png.',
  'evil.png',
];
const evilKinds = ['1k/evil.cs', '1k/evil.dll', '1k/chair.fbx.meta', '1k/evil.asset', '1k/evil.fbx'];

unityTest('writes no file that a model does not need', async () => {
  const unity = await openChairPage();
  stage().overlay.answer(/\/evil$/, () => ({ type: 'image/png', body: 'x' }));

  for (const evil of [...evilPaths, ...evilKinds]) {
    stage().overlay.answer(directPath, plantFile(evil));
    await unity.press('Import');

    const reason = evilKinds.includes(evil)
      ? 'type of file that models do not need'
      : 'file path that is not allowed';
    expect(await unity.status()).toBe(`The server sent a ${reason}: ${evil}`);
  }

  expect(listAssets(unity)).toEqual([]);
  expect(stage().overlay.seen.filter((one) => one.path.endsWith('/evil'))).toEqual([]);
});

unityTest('refuses an answer for another file', async () => {
  const unity = await openChairPage();
  stage().overlay.answer(
    directPath,
    changing((text) => text.replace('"relativePath":"1k/chair.fbx"', '"relativePath":"1k/other.fbx"')),
  );

  await unity.press('Import');

  expect(await unity.status()).toMatch(/^The server returned a different file than chair\.fbx/);
});

unityTest('refuses a file that is named twice', async () => {
  const unity = await openChairPage();
  stage().overlay.answer(directPath, plantFile('1k/TEXTURES/WOOD.png'));

  await unity.press('Import');

  expect(await unity.status()).toMatch(/^The server listed a file twice/);
});
