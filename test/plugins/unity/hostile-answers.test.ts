import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { sampleJpeg } from '../../helpers/sample-jpeg.ts';
import { changing } from '../overlay-server.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { addPackage, openChair } from './stage.ts';
import { listAssets, posterSizes, shows } from './walk.ts';

const { stage, openSignedIn, openWithWindow } = prepareUnity();
const searchPath = /^\/api-embeddings\//;
const countPosters = () => stage().overlay.seen.filter((one) => one.path.startsWith('/posters/')).length;
const directPath = /\/api\/plugin\/download\/direct$/;

unityTest('has a sentence for every refusal of a download', async () => {
  const unity = await openSignedIn();
  await openChair(unity);
  for (const [status, body, sentence] of [
    [402, '{"ok":false}', 'Your balance does not cover this model. Nothing was charged.'],
    [404, '<html>', 'This is not on the server. Check the address, then search again.'],
    [429, '', 'Too many requests. Wait a minute and try again.'],
    [502, '<html>', 'The server reported an error (502). Nothing was charged. Try again later.'],
    [403, '{"ok":false,"message":"This app may not\\n download."}', 'This app may not  download.'],
  ] as const) {
    stage().overlay.answer(directPath, () => ({ status, body }));

    await unity.press('Import');

    expect(await unity.status()).toBe(sentence);
  }
  expect(listAssets(unity)).toEqual([]);
});

unityTest('names the files that exist instead', async () => {
  const unity = await openSignedIn();
  await openChair(unity);
  stage().library.remove('Oak chair/1k/chair.glb');
  await stage().server.scan();
  addPackage(unity, 'com.unity.cloud.gltfast');
  await unity.pick('glb');

  await unity.press('Import');

  expect(await unity.status()).toMatch(/Available: .*fbx 1k 1k\/chair\.fbx/);
});

unityTest('stays calm when it cannot read an answer', async () => {
  const unity = await openWithWindow();
  for (const body of [
    '<html>502</html>',
    '{"results":[{"title":"Oak',
    '['.repeat(10_000),
    '{"results":"\\u00zz"}',
    '{"results":[}',
    '{"a":1}{"b":2}',
    '"text"',
    '{"a":01x}',
    '{"a":"\\',
  ]) {
    stage().overlay.answer(searchPath, () => ({ body }));

    await unity.press('Search');

    expect(await unity.status(), body.slice(0, 20)).toMatch(/^The answer is not valid JSON: /);
  }
});

unityTest('shows texts of any language as they are', async () => {
  const unity = await openWithWindow();
  const title = 'Stuhl "Käfer" \\ 椅子 😀';
  stage().overlay.answer(searchPath, () => ({ body: JSON.stringify({ results: [{ title }], total: 1 }) }));

  const state = await unity.press('Search');

  expect(state.shown.some((control) => control.kind === 'button' && control.label === title)).toBe(true);
});

unityTest('shows the larger poster where a server has no other', async () => {
  const unity = await openWithWindow();
  stage().overlay.answer(
    searchPath,
    changing((text) => text.replace(/"previewSmallUrl":"[^"]*"/, '"previewSmallUrl":null')),
  );

  await unity.type('Search', 'oak chair');
  await unity.press('Search');
  const state = await unity.quiet();

  expect(posterSizes(state)).toEqual(['512 x 512']);
});

unityTest('shows no poster that is damaged', async () => {
  const unity = await openWithWindow();
  stage().overlay.answer(/\/posters\//, () => ({
    type: 'image/jpeg',
    body: sampleJpeg(256).subarray(0, 60),
  }));

  await unity.type('Search', 'oak chair');
  await unity.press('Search');
  const state = await unity.quiet();

  expect(posterSizes(state)).toEqual([]);
  expect(shows(state, 'no preview')).toBe(true);
});

unityTest('shows posters that Unity can read', async () => {
  const unity = await openWithWindow();
  for (const [title, sizes] of [
    ['Oak chair', ['256 x 256']],
    ['Robot', ['64 x 64']],
    ['Palace', []], // a WebP
  ] as const) {
    const before = countPosters();
    await unity.type('Search', title);
    await unity.press('Search');
    const state = await unity.quiet();

    expect(posterSizes(state)).toEqual(sizes);
    expect(shows(state, 'no preview')).toBe(sizes.length === 0);
    expect(countPosters()).toBe(before + 1);
    expect(await unity.status()).toBe('');
  }
});

unityTest('offers the list before its posters are there', async () => {
  const unity = await openWithWindow();
  stage().overlay.answer(/\/posters\//, () => new Promise(() => {}));

  await unity.type('Search', 'oak chair');
  const state = await unity.press('Search');

  expect(state.shown.find(({ label }) => label === 'Oak chair')?.isEnabled).toBe(true);
  expect(posterSizes(state)).toEqual([]);
});

unityTest('writes nothing to the disk while it draws', async () => {
  const unity = await openWithWindow();
  rmSync(path.join(unity.project, 'Library'), { recursive: true, force: true });

  await unity.send('see');

  expect(existsSync(path.join(unity.project, 'Library'))).toBe(false);
});

unityTest('sends its request nowhere else', async () => {
  const unity = await openSignedIn();
  stage().overlay.answer(/download\/formats/, () => ({ status: 302, body: '' }));

  await openChair(unity);

  expect(await unity.status()).toBe(
    'The server reported an error (302). Nothing was charged. Try again later.',
  );
});

unityTest('says that no server answers', async () => {
  const unity = await openWithWindow();
  stage().fault.set('gone');

  await unity.press('Search');

  expect(await unity.status()).toBe(`No answer from ${stage().address}. Check the address and your network.`);
});
