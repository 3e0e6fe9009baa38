import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { download, listFiles, variantOf } from './parts.ts';
import { hasPython, runPure } from './run-python.ts';
import { reason, setScene } from './set-scene.ts';

const needsPython = test.skipIf(!hasPython);
const { stage, scene, scratch } = setScene();
const direct = /^\/api\/plugin\/download\/direct$/;

const hostile = (relativePath: string, support: readonly unknown[] = []) => ({
  body: JSON.stringify({
    ok: true,
    relativePath,
    downloadUrl: `${stage().address}/data/x`,
    sizeBytes: 3,
    sha256: 'a'.repeat(64),
    supportFiles: support,
  }),
});

needsPython.each(['../evil.fbx', '/etc/evil.fbx', '1k\\..\\evil.fbx', 'C:/evil.fbx', '1k/CON.fbx', '1k/x. '])(
  `refuses to write %s${reason}`,
  async (relativePath) => {
    const root = scratch();
    stage().overlay.answer(direct, () => hostile(relativePath));

    const answer = await download(scene(), { root, variant: variantOf(scene().guid) });

    expect(answer).toMatchObject({
      failed: 'UnsafePath',
      message: expect.stringContaining('Nothing was written'),
    });
    expect(listFiles(root)).toEqual([]);
  },
);

needsPython(`refuses support files outside, and twins${reason}`, async () => {
  const root = scratch();
  const support = (relativePath: string) => ({
    relativePath,
    url: 'x',
    sizeBytes: 1,
    sha256: 'b'.repeat(64),
  });

  const answers = [];
  for (const other of ['1k/../../evil.png', '1k/CHAIR.fbx']) {
    stage().overlay.answer(direct, () => hostile('1k/chair.fbx', [support(other)]));
    answers.push(await download(scene(), { root, variant: variantOf(scene().guid) }));
  }

  expect(answers.map(({ failed }) => failed)).toEqual(['UnsafePath', 'UnsafePath']);
  expect(listFiles(root)).toEqual([]);
});

needsPython(`follows no link out of the folder${reason}`, async () => {
  const [root, outside] = [scratch(), scratch()];
  symlinkSync(outside, path.join(root, '1k'));

  const { answer } = await runPure({ do: 'paths', root, paths: ['1k/a.fbx', '10k/a.fbx'] });

  expect(answer).toEqual([
    { refused: expect.stringContaining("outside the model's folder") },
    expect.any(String),
  ]);
});

needsPython.each([
  [401, 'UNAUTHENTICATED', { token: 'lsp_revoked' }],
  [404, 'MODEL_NOT_FOUND', { guid: 'nothing' }],
])(`says what a %i means${reason}`, async (_status, code, change) => {
  const answer = await download(scene(), { root: scratch(), ...change });

  expect(answer).toMatchObject({ failed: 'ServerError', code, message: expect.stringMatching(/\.$/) });
});

needsPython(`passes on that the balance is too small${reason}`, async () => {
  stage().overlay.answer(direct, () => ({
    status: 402,
    body: JSON.stringify({
      ok: false,
      code: 'INSUFFICIENT_BALANCE',
      message: 'It costs $5.00.',
      requestId: 'r',
    }),
  }));

  const answer = await download(scene(), { root: scratch() });

  expect(answer).toMatchObject({ code: 'INSUFFICIENT_BALANCE', message: 'It costs $5.00.' });
});

needsPython(`says that no server is there${reason}`, async () => {
  const answer = await runPure({ do: 'search', server: 'http://127.0.0.1:1', words: '' });

  expect(answer).toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('is unreachable'),
  });
});
