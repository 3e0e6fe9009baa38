import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { changing } from '../overlay-server.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { listFiles, openChair } from './stage.ts';

const { stage, openSignedIn, openWithPanel } = prepareStage();
const pressImport = { do: 'press', control: 'btnImport' } as const;

const changeDirect = (change: (text: string) => string) =>
  stage().overlay.answer(/\/download\/direct$/, changing(change));

maxTest('writes nothing outside of the model', async () => {
  const session = await openSignedIn();
  await openChair(session);
  for (const relativePath of [
    '../../evil.fbx',
    '/evil.fbx',
    'C:/evil.fbx',
    '1k\\\\..\\\\evil.fbx',
    '1k/nul.fbx',
    '1k/evil.fbx ',
  ]) {
    stage().overlay.clear();
    changeDirect((text) => text.replace('"relativePath":"1k/chair.fbx"', `"relativePath":"${relativePath}"`));

    const { imports } = await session.max(pressImport);

    const said = `The server sent a file path that is not allowed: ${JSON.parse(`"${relativePath}"`)}`;
    expect(await session.status()).toBe(said);
    expect(imports).toEqual([]);
    expect(listFiles(session)).toEqual(['wood.png']);
  }
});

maxTest('takes no search path outside of the model', async () => {
  const session = await openSignedIn();
  await openChair(session);
  changeDirect((text) => text.replace('"searchPaths":["1k"', '"searchPaths":["../../.."'));

  const { sessionMaps } = await session.max(pressImport);

  expect(await session.status()).toMatch(/is not allowed/);
  expect(sessionMaps).toEqual([]);
});

maxTest('fetches nothing that is no web address', async () => {
  const session = await openSignedIn();
  await openChair(session);
  changeDirect((text) => text.replace(/"downloadUrl":"[^"]*"/, '"downloadUrl":"file:///etc/hostname"'));

  const { imports } = await session.max(pressImport);

  expect(await session.status()).toMatch(/^The server sent no valid address/);
  expect(imports).toEqual([]);
});

maxTest('has a sentence for each refusal of a download', async () => {
  const session = await openSignedIn();
  await openChair(session);
  for (const [status, sentence] of [
    [403, 'This sign-in lacks a permission. Sign in again and leave all permissions ticked.'],
    [404, 'This is no longer on the server. Search again.'],
    [429, 'Too many requests. Wait a minute and try again.'],
    [502, 'The server reported an error (502). Nothing was charged. Try again later.'],
  ] as const) {
    stage().overlay.answer(/\/download\/direct$/, () => ({ status, body: '{"ok":false}' }));

    await session.max(pressImport);

    expect(await session.status()).toBe(sentence);
  }
});

maxTest('stays calm when it cannot read an answer', async () => {
  const { max, status } = await openWithPanel();
  const bodies = [
    '<html>502</html>',
    '{"results":[{"title":"Oak',
    '['.repeat(10_000),
    '{"results":"\\u00zz"}',
  ];
  for (const body of bodies) {
    stage().overlay.answer(/^\/api-embeddings\//, () => ({ body }));

    await max({ do: 'press', control: 'btnFind' });

    expect(await status(), body.slice(0, 20)).toMatch(/^The server's answer is not valid JSON: /);
  }
  const asked = stage().overlay.seen.filter((one) => one.path.startsWith('/api-embeddings/'));
  expect(asked).toHaveLength(bodies.length);
});

maxTest('shows texts of any language as they are', async () => {
  const { max, see } = await openWithPanel();
  const title = 'Stuhl "Käfer" \\ 椅子 😀';
  stage().overlay.answer(/^\/api-embeddings\//, () => ({
    body: JSON.stringify({ results: [{ title }], total: 1 }),
  }));

  await max({ do: 'press', control: 'btnFind' });

  expect((await see('lvwModels')).items).toEqual([title]);
});

maxTest('does not import a file that FBX cannot read', async () => {
  const session = await openSignedIn();
  await openChair(session);
  const sha256 = createHash('sha256').update('no fbx').digest('hex');
  stage().overlay.answer(/chair\.fbx$/, () => ({ body: 'no fbx' }));
  changeDirect((text) =>
    text.replace(/("relativePath":"1k\/chair\.fbx","sizeBytes":\d+,"sha256":)"\w+"/, `$1"${sha256}"`),
  );

  const state = await session.max(pressImport);

  expect(await session.status()).toBe('3ds Max could not read chair.fbx.');
  expect(state.nodes).toEqual([]);
  expect(readFileSync(state.sessionMaps[0] ? `${state.sessionMaps[0]}/chair.fbx` : '', 'utf8')).toBe(
    'no fbx',
  );
});
