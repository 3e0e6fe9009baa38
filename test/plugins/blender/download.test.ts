import { randomBytes } from 'node:crypto';
import { statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { endAddresses } from '../end-addresses.ts';
import { startBreakingHost } from './breaking-host.ts';
import { download, listFiles, readReceiptOf, sha256, signIn, variantOf } from './parts.ts';
import { hasPython, runPure } from './run-python.ts';
import { reason, setScene } from './set-scene.ts';

const needsPython = test.skipIf(!hasPython);
const { stage, scene, scratch, cleanups } = setScene();
const direct = /^\/api\/plugin\/download\/direct$/;

needsPython(`signs in as the browser approves${reason}`, async () => {
  const { answer } = await signIn(stage());

  expect(answer).toMatchObject({ status: 'approved', appToken: expect.stringMatching(/^lsp_/) });
});

needsPython(`says when the sign-in was denied${reason}`, async () => {
  const { answer } = await signIn(stage(), 'deny');

  expect(answer).toBe('denied');
});

needsPython(`finds models without a sign-in${reason}`, async () => {
  const { answer } = await runPure({ do: 'search', server: stage().address, words: 'oak chair' });

  expect(answer).toMatchObject({ total: 1, results: [{ title: 'Oak chair' }] });
});

needsPython(`brings a file, its textures and a receipt${reason}`, async () => {
  const root = scratch();

  const { answer } = await download(scene(), { root });
  const { files } = readReceiptOf(root, scene().guid);

  expect(listFiles(root)).toEqual(
    ['10k/chair.fbx', '10k/textures/wood.png', 'model.json'].map(
      (file) => `Oak chair_${scene().guid}/${file}`,
    ),
  );
  expect(answer).toMatchObject({ charged: 1 });
  expect(files.map(({ relativePath, role }) => `${role} ${relativePath}`)).toEqual([
    'scene 10k/chair.fbx',
    'texture 10k/textures/wood.png',
  ]);
});

needsPython(`sends the request of the server back unchanged${reason}`, async () => {
  await download(scene(), { root: scratch(), lod: '1k' });
  const direct = stage().overlay.seen.find((one) => one.path === '/api/plugin/download/direct');

  expect(JSON.parse(direct?.body ?? '')).toEqual({
    guid: scene().guid,
    format: 'fbx',
    lod: '1k',
    variant: null,
    relativePath: '1k/chair.fbx',
  });
});

needsPython(`keeps a file that is here and right${reason}`, async () => {
  const root = scratch();
  await download(scene(), { root });
  const place = path.join(root, `Oak chair_${scene().guid}`, '10k/chair.fbx');
  utimesSync(place, 1000, 1000);

  await download(scene(), { root });

  expect(statSync(place).mtimeMs).toBe(1_000_000);
});

needsPython(`goes on where the connection broke${reason}`, async () => {
  const root = scratch();
  const bytes = randomBytes(3_000_000);
  const host = await startBreakingHost(bytes);
  cleanups.push(host.close);
  const file = { downloadUrl: host.url, sizeBytes: bytes.length, sha256: sha256(bytes) };
  stage().overlay.answer(direct, () => ({
    body: JSON.stringify({ ok: true, relativePath: '1k/big.fbx', supportFiles: [], ...file }),
  }));

  const { answer } = await download(scene(), { root, variant: variantOf(scene().guid) });

  expect(answer).toMatchObject({ last: [[bytes.length, bytes.length]] });
  expect(host.asked).toEqual([undefined, expect.stringMatching(/^bytes=[1-9]\d{5,}-$/)]);
  expect(listFiles(root)).toHaveLength(2);
});

needsPython(`asks for new addresses when they end meanwhile${reason}`, async () => {
  const root = scratch();
  endAddresses(stage());

  const { answer } = await download(scene(), { root });

  expect(answer).toMatchObject({ last: [[expect.any(Number), expect.any(Number)]] });
  expect(listFiles(root)).toHaveLength(3);
  const asked = stage().overlay.seen.map((one) => path.basename(one.path));
  expect(asked).toEqual([scene().guid, ...'direct chair.fbx wood.png direct wood.png'.split(' ')]);
});

needsPython(`refuses a model that changed meanwhile${reason}`, async () => {
  endAddresses(stage());
  let asked = 0;
  stage().overlay.answer(direct, async (_seen, passOn) => {
    asked += 1;
    const text = await (await passOn()).text();
    return { body: asked === 1 ? text : text.replaceAll(/"sha256":"\w/g, '"sha256":"0') };
  });

  const answer = await download(scene(), { root: scratch() });

  expect(answer).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('The model changed') });
});

needsPython(`keeps what came when it gives up${reason}`, async () => {
  const root = scratch();
  stage().fault.set('cut');

  const answer = await download(scene(), { root });

  expect(answer).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('The connection was lost'),
  });
  expect(listFiles(root).every((file) => file.endsWith('.part'))).toBe(true);
});

needsPython(`throws away what came damaged${reason}`, async () => {
  const root = scratch();
  stage().fault.set('corrupt');

  const answer = await download(scene(), { root });

  expect(answer).toMatchObject({ code: 'CORRUPT_FILE', message: expect.stringContaining('chair.fbx') });
  expect(listFiles(root)).toEqual([]);
});

needsPython(`stops when the person says so${reason}`, async () => {
  const root = scratch();

  const answer = await download(scene(), { root, stopAfter: 0 });

  expect(answer).toMatchObject({ failed: 'Cancelled' });
  expect(listFiles(root).filter((file) => !file.endsWith('.part'))).toEqual([]);
});
