import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildBlenderExtension } from '../../../.ci/build-extension.ts';
import { answerFeed, findUpdate, installOld, listFiles } from './parts.ts';
import { addonFolder, hasPython, runPure } from './run-python.ts';
import { reason, setScene } from './set-scene.ts';

const needsPython = test.skipIf(!hasPython);
const { stage, scratch, cleanups } = setScene();

const zip = buildBlenderExtension();

needsPython(`updates itself, and goes back${reason}`, async () => {
  const folder = path.join(scratch(), 'lodestock');
  mkdirSync(folder);
  installOld(folder);
  answerFeed(stage(), zip.bytes);

  const update = await findUpdate(stage(), folder);
  const fresh = readFileSync(path.join(folder, '__init__.py'), 'utf8');
  await runPure({ do: 'roll back', folder });

  expect(update.answer).toMatchObject({ version: '0.10.0' });
  expect(fresh).toBe(readFileSync(path.join(addonFolder, '__init__.py'), 'utf8'));
  expect(readFileSync(path.join(folder, '__init__.py'), 'utf8')).toBe('# the version before\n');
});

const file = { name: 'lodestock.zip', sha256: 'a'.repeat(64) };
needsPython.each([
  ['an older version', { version: '0.8.9' }],
  ['the same version', { version: '0.9.0' }],
  ['a preview of what is here', { version: '0.9.0-beta.1' }],
  ['no version', { version: 'newest' }],
  ['another site without TLS', { files: [{ ...file, url: 'http://evil.example.org/a.zip' }] }],
  ['a file of the computer', { files: [{ ...file, url: 'file:///etc/passwd.zip' }] }],
  ['no hash', { files: [{ ...file, url: 'a.zip', sha256: 'x' }] }],
  ['no files', { files: [] }],
])(`takes no update from a feed with %s${reason}`, async (_what, change) => {
  answerFeed(stage(), zip.bytes, change);

  const { answer } = await findUpdate(stage());

  expect(answer).toBeNull();
});

needsPython(`reads versions as numbers${reason}`, async () => {
  answerFeed(stage(), zip.bytes, { version: '0.10.0' });

  const { answer } = await findUpdate(stage());

  expect(answer).toMatchObject({ version: '0.10.0' });
});

needsPython.each([
  ['0.10.0-beta.2', '0.10.0-beta.10', true],
  ['0.10.0-beta.10', '0.10.0-beta.2', false],
  ['0.10.0-beta.2', '0.10.0-rc.1', true],
  ['0.10.0-beta.2', '0.10.0', true],
  ['0.10.0-beta', '0.10.0-beta.1', true],
])(`follows from %s to %s on the beta channel: %s${reason}`, async (current, version, isNewer) => {
  answerFeed(stage(), zip.bytes, { version, channel: 'beta' });

  const wish = { do: 'update', server: stage().address, current };
  const { answer } = await runPure(wish, () => {});

  expect(answer !== null).toBe(isNewer);
  expect(stage().overlay.seen.map((one) => one.path)).toContain(
    '/assets/plugins/blender/update-feed.json?channel=beta',
  );
});

needsPython.each(['file:///etc/hostname', 'ftp://127.0.0.1/a', 'data:,a'])(
  `opens no address like %s${reason}`,
  async (address) => {
    const answer = await runPure({ do: 'fetch', server: stage().address, address }, () => {});

    expect(answer).toMatchObject({ failed: 'ServerError' });
  },
);

needsPython(`installs no bytes but the feed's${reason}`, async () => {
  const folder = path.join(scratch(), 'lodestock');
  mkdirSync(folder);
  installOld(folder);
  answerFeed(stage(), zip.bytes);
  stage().overlay.answer(/lodestock\.zip$/, () => ({ body: 'tampered' }));

  const answer = await findUpdate(stage(), folder);

  expect(answer).toMatchObject({
    failed: 'ValueError',
    message: expect.stringContaining('Nothing was changed'),
  });
  expect(listFiles(folder)).toEqual(['__init__.py']);
});

needsPython(`takes jobs of the desktop app once${reason}`, async () => {
  const asked: { url: string; authorization: string; body: string }[] = [];
  const app = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    asked.push({ url: request.url ?? '', authorization: request.headers.authorization ?? '', body });
    const isFirst = asked.length === 1;
    const jobs = isFirst
      ? [{ id: 'job-1', guid: 'g', title: 'Oak', lod: '1k', scenePath: '/tmp/a.glb' }]
      : [];
    response.end(JSON.stringify({ ok: true, jobs }));
  });
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => app.close());
  const address = app.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const folder = scratch();
  writeFileSync(path.join(folder, 'dcc.json'), JSON.stringify({ version: 1, port, secret: 'hush' }));

  const { answer } = await runPure({ do: 'handover', folder });

  expect(answer).toMatchObject({ jobs: [{ id: 'job-1' }], again: [] });
  expect(asked.map(({ url }) => url)).toEqual([
    '/dcc/jobs?host=blender&session=session-1&label=oak+scene',
    '/dcc/jobs/job-1/result',
    '/dcc/jobs?host=blender&session=session-1&label=oak+scene',
  ]);
  expect(asked.every(({ authorization }) => authorization === 'Bearer hush')).toBe(true);
  expect(JSON.parse(asked[1]?.body ?? '')).toEqual({ ok: true, message: 'done' });
});

needsPython(`says nothing while the app is closed${reason}`, async () => {
  const folder = scratch();
  writeFileSync(path.join(folder, 'dcc.json'), JSON.stringify({ version: 1, port: 1, secret: 'hush' }));

  const { answer } = await runPure({ do: 'handover', folder });

  expect(answer).toEqual({ jobs: [], again: [] });
});
