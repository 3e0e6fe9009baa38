import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { registerPerson } from '../../helpers/test-server.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { changing } from '../overlay-server.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { openChair, openModel } from './stage.ts';

const { stage, openSignedIn } = prepareStage();
const pressImport = { do: 'press', control: 'btnImport' } as const;
const pressReport = { do: 'press', control: 'btnReport' } as const;

function receiptOf({ root }: MaxSession) {
  const models = path.join(root, 'import/Lodestock');
  return path.join(models, readdirSync(models)[0] ?? '', 'model.json');
}
const readReceipt = (session: MaxSession) => JSON.parse(readFileSync(receiptOf(session), 'utf8'));

maxTest('keeps a receipt beside the files, with what others wrote into it', async () => {
  const session = await openSignedIn();
  await openChair(session);
  await session.max(pressImport);
  const first = readReceipt(session);
  writeFileSync(receiptOf(session), JSON.stringify({ ...first, rating: 4.5, mine: { a: [true, null] } }));
  await openChair(session, '10k');

  await session.max(pressImport);

  const file = expect.stringMatching(/^[0-9a-f]{64}$/);
  const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  const entry = { lod: '1k', sha256: file, downloadedAt: at, sizeBytes: expect.any(Number), variant: null };
  const scene = { ...entry, format: 'fbx', role: 'scene', relativePath: '1k/chair.fbx' };
  const picture = { ...entry, format: 'png', role: 'texture', relativePath: '1k/textures/wood.png' };
  expect(first).toEqual({
    ...{ receiptVersion: 1, guid: expect.any(String), title: 'Oak chair', version: 1, license: '' },
    ...{ attribution: null, serverUrl: stage().address, downloadedAt: at, files: [picture, scene] },
  });
  const { files, ...facts } = readReceipt(session);
  expect(files).toEqual([
    ...first.files,
    { ...picture, lod: '10k', relativePath: '10k/textures/wood.png' },
    { ...scene, lod: '10k', relativePath: '10k/chair.fbx' },
  ]);
  expect(facts).toMatchObject({ rating: 4.5, mine: { a: [true, null] }, title: 'Oak chair' });
});

maxTest('tells a project what the scene uses', async () => {
  const owner = await registerPerson(stage().server);
  const { id: projectId } = (
    await stage().server.call('makeProject', { name: 'Film', isShared: true }, owner)
  ).body;
  const session = await openSignedIn();
  await openChair(session);
  await session.max(pressImport);

  await session.max(pressReport);
  const asked = await session.status();
  await session.max(pressReport);
  const told = await session.status();

  expect([asked, told]).toEqual(['Choose a project, then press Report.', 'Film: 1 model reported.']);
  expect((await stage().server.call('checkProject', { projectId }, owner)).body.models).toMatchObject([
    { title: 'Oak chair', version: 1, scenes: ['film/010/kitchen.max'], isEdited: false, isOutdated: false },
  ]);
});

maxTest('says that there is no project yet', async () => {
  const session = await openSignedIn();
  stage().overlay.answer(/^\/api\/projects$/, () => ({ body: '{"ok":true,"projects":[]}' }));

  await session.max(pressReport);

  expect(await session.status()).toBe("There are no projects yet. Make one on the server's Projects page.");
});

maxTest('says that the scene has an older version', async () => {
  const session = await openSignedIn();
  await openChair(session);
  await session.max(pressImport);
  stage().overlay.answer(
    /\/api\/plugin\/download\/formats\//,
    changing((text) => text.replace('"version":1', '"version":3')),
  );

  await openModel(session, 'oak chair');

  expect(await session.status()).toBe('Version 1 of it is in the scene; this is version 3.');
});
