import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { MaxSession } from '../maxscript/max-session.ts';
import { changing } from '../overlay-server.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { chooseFile, openChair, openModel } from './stage.ts';
import { nodeNamed, partsOf } from './walk.ts';

const { stage, openSignedIn } = prepareStage();
const pressImport = { do: 'press', control: 'btnImport' } as const;

async function importChair() {
  const session = await openSignedIn();
  await openChair(session);
  await session.max(pressImport);
  return session;
}

async function switchTo({ max }: MaxSession, lod: string, node: string) {
  await max({ do: 'select', nodes: [node] });
  await max({ do: 'choose', control: 'ddlSwitch', item: lod });
  return max({ do: 'press', control: 'btnSwitch' });
}

maxTest('merges a scene of 3ds Max', async () => {
  const session = await openSignedIn();
  await openModel(session, 'palace');
  await chooseFile(session, '1k', 'max');

  const state = await session.max(pressImport);

  expect(await session.status()).toBe('Palace, 1k: 1 object imported.');
  expect(partsOf(state, 'Palace001').map(({ name }) => name)).toEqual(['hall']);
});

maxTest('keeps what is there when a switch fails', async () => {
  const session = await importChair();
  stage().fault.set('corrupt');

  const state = await switchTo(session, '10k', 'Oak chair001');

  expect(await session.status()).toMatch(/arrived damaged or incomplete/);
  expect(partsOf(state, 'Oak chair001')).toMatchObject([{ name: 'Thing', material: 'wood' }]);
});

maxTest('keeps what is there when an import fails', async () => {
  const session = await importChair();
  const content = 'no fbx';
  const sha256 = createHash('sha256').update(content).digest('hex');
  stage().overlay.answer(/chair\.fbx$/, () => ({ body: content }));
  stage().overlay.answer(
    /\/download\/direct$/,
    changing((text) => text.replace(/("sha256":)"\w+"(,"expiresAt")/, `$1"${sha256}"$2`)),
  );

  const state = await switchTo(session, '10k', 'Oak chair001');

  expect(await session.status()).toBe('3ds Max could not read chair.fbx.');
  expect(partsOf(state, 'Oak chair001')).toMatchObject([{ name: 'Thing' }]);
});

maxTest('switches from any part of the model', async () => {
  const session = await importChair();

  const state = await switchTo(session, '100k', 'Thing');

  expect(await session.status()).toBe('Oak chair is now 100k: 1 object.');
  expect(state.imports.at(-1)?.file).toMatch(/100k\/chair\.fbx$/);
});

maxTest('lets the new topology bring its own material', async () => {
  const session = await importChair();

  const state = await switchTo(session, '10k', 'Oak chair001');

  expect(partsOf(state, 'Oak chair001')).toMatchObject([{ name: 'Thing', material: 'wood', layer: '0' }]);
  expect(partsOf(state, 'Oak chair001')[0]?.properties).toContain('lodestock_material = wood');
});

maxTest('switches the second of two same models alone', async () => {
  const session = await importChair();
  await session.max(pressImport);
  await session.max({ do: 'move', node: 'Oak chair002', by: [5, 0, 0] });

  const state = await switchTo(session, '10k', 'Oak chair002');

  expect(partsOf(state, 'Oak chair001')[0]?.properties).toContain('lodestock_lod = 1k');
  expect(partsOf(state, 'Oak chair002')[0]?.properties).toContain('lodestock_lod = 10k');
  expect(partsOf(state, 'Oak chair002')[0]?.position).toEqual([5, 0, 0]);
});

maxTest('finds the same file among several', async () => {
  const session = await openSignedIn();
  await openModel(session, 'robot');
  await session.max({ do: 'choose', control: 'ddlFile', item: 2 });
  await session.max(pressImport);

  const state = await switchTo(session, '10k', 'Robot001');

  expect(state.imports.map(({ file }) => file.replace(/^.*\/(?=10?k)/, ''))).toEqual([
    '1k/walk.fbx',
    '10k/walk.fbx',
  ]);
});

maxTest('takes no nearest file for a switch', async () => {
  const session = await openSignedIn();
  await openChair(session, '1k', 'obj');
  await session.max(pressImport);

  const state = await switchTo(session, '10k', 'Oak chair001');

  expect(await session.status()).toBe('Oak chair has no obj in 10k.');
  expect(state.imports).toHaveLength(1);
});

maxTest('says what cannot be switched', async () => {
  const session = await importChair();
  await session.max({ do: 'add', node: 'Lamp' });

  await switchTo(session, '10k', 'Lamp');
  expect(await session.status()).toBe('The selected object was not imported by Lodestock.');
  await switchTo(session, '1k', 'Thing');
  expect(await session.status()).toBe('This model is already 1k.');
  await session.max({ do: 'select', nodes: [] });
  await session.max({ do: 'press', control: 'btnSwitch' });
  expect(await session.status()).toBe('Select an imported model in the scene first.');
});

maxTest('switches no model of another server', async () => {
  const session = await importChair();
  await session.max({ do: 'type', control: 'edtServer', text: stage().overlay.baseUrl });

  const state = await switchTo(session, '10k', 'Thing');

  expect(await session.status()).toBe(`This model came from ${stage().address}. Enter that address first.`);
  expect(nodeNamed(state, 'Thing')?.properties).toContain('lodestock_lod = 1k');
});
