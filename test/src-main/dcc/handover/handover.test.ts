import { existsSync } from 'node:fs';
import { rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../../../server/contract/sentence.ts';
import { createHandover } from '../../../../src-main/dcc/handover/handover.ts';
import { readLibrary } from '../../library/read-library.ts';
import { createMemoryLog } from '../../memory-log.ts';
import { createScratch } from '../../scratch.ts';
import { noAssets, oak, startHandover } from './handover-under-test.ts';

const stateOf = async ({ call }: Awaited<ReturnType<typeof startHandover>>) => call['dcc.read'](undefined);

test('hands a model to the open app once', async () => {
  const app = await startHandover();
  await app.takeJobs();

  const sent = await app.call['dcc.send'](oak);
  const [taken, again] = [await app.takeJobs(), await app.takeJobs()];

  expect(taken).toEqual([
    {
      id: sent.id,
      guid: 'g1',
      title: 'Oak chair',
      lod: '10k',
      format: 'fbx',
      scenePath: path.join(app.model, 'o_10k/oak.fbx'),
      searchPaths: [path.join(app.model, 'o_10k'), path.join(app.model, 'o_10k/tex')],
      server: 'http://127.0.0.1:8787',
      textures: [
        { relativePath: 'o_10k/tex/oak_normal.png', map: 'normal', colorSpace: 'linear', material: 'oak' },
      ],
    },
  ]);
  expect(again).toEqual([]);
  expect((await stateOf(app)).jobs).toMatchObject([{ id: sent.id, status: 'importing', label: 'House.max' }]);
});

test.each([
  [{ ok: true, message: 'Oak chair, 10k: 3 objects' }, 'done'],
  [{ ok: false, message: 'The scene is read-only.' }, 'failed'],
])('shows what the plugin says: %j', async (result, status) => {
  const app = await startHandover();
  await app.takeJobs();
  const { id } = await app.call['dcc.send'](oak);
  await app.takeJobs();

  const { status: answered } = await app.report(id, result);

  expect(answered).toBe(200);
  expect((await stateOf(app)).jobs).toMatchObject([{ id, status, message: result.message }]);
  expect(app.told.at(-1)?.jobs).toMatchObject([{ id, status }]);
});

test('tells several open apps apart', async () => {
  const app = await startHandover();
  await app.takeJobs('3dsmax', '1', 'House.max');
  await app.takeJobs('3dsmax', '2', 'Garden.max');
  await app.takeJobs('blender', '2', 'Cup.blend');

  await app.call['dcc.send']({ ...oak, session: '2' });

  expect((await stateOf(app)).apps.map(({ label }) => label)).toEqual([
    'House.max',
    'Garden.max',
    'Cup.blend',
  ]);
  expect(await app.takeJobs('3dsmax', '1', 'House.max')).toEqual([]);
  expect(await app.takeJobs('blender', '2', 'Cup.blend')).toEqual([]);
  expect(await app.takeJobs('3dsmax', '2', 'Garden.max')).toHaveLength(1);
});

test('hands a model to the plugin of another program', async () => {
  const app = await startHandover();
  await app.takeJobs('godot', '1', 'Castle');

  await app.call['dcc.send']({ ...oak, family: 'godot', session: '1' });

  expect(await app.takeJobs('godot', '1', 'Castle')).toMatchObject([{ guid: 'g1', format: 'fbx' }]);
  expect((await stateOf(app)).jobs).toMatchObject([{ family: 'godot', status: 'importing' }]);
});

test('sends nothing to an app that is closed', async () => {
  const app = await startHandover();

  const sending = app.call['dcc.send'](oak);

  await expect(sending).rejects.toThrow(
    'That 3ds Max is no longer open. Open it again, or choose another app.',
  );
});

test('sends nothing that the disk has lost', async () => {
  const app = await startHandover();
  await app.takeJobs();
  await rm(path.join(app.model, 'o_10k/tex/oak_normal.png'));

  const sending = app.call['dcc.send'](oak);

  await expect(sending).rejects.toThrow('o_10k/tex/oak_normal.png of “Oak chair” is missing from the disk');
});

test('sends no file that is not a scene', async () => {
  const app = await startHandover();
  await app.takeJobs();

  const sending = app.call['dcc.send']({ ...oak, relativePath: 'o_10k/tex/oak_normal.png' });

  await expect(sending).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });
});

test('says so when an app closes before it took the model', async () => {
  const times = { appGone: 600_000, answer: 600_000 };
  const app = await startHandover(times);
  await app.takeJobs();

  await app.call['dcc.send'](oak);
  times.appGone = 1;

  await expect.poll(async () => (await stateOf(app)).jobs[0]?.status).toBe('failed');
  const { apps, jobs } = await stateOf(app);
  expect(apps).toEqual([]);
  expect(textOf(jobs[0]?.message ?? '')).toBe(
    '3ds Max (House.max) was closed before it took the model. Open it and send the model again.',
  );
});

test('stops waiting for an app that never answers', async () => {
  const app = await startHandover({ appGone: 600_000, answer: 1 });
  await app.takeJobs();
  const { id } = await app.call['dcc.send'](oak);
  await app.takeJobs();

  await expect.poll(async () => (await stateOf(app)).jobs[0]?.status).toBe('failed');
  const late = await app.report(id, { ok: true, message: 'At last' });

  expect(textOf((await stateOf(app)).jobs[0]?.message ?? '')).toContain('did not answer');
  expect(late).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
});

test('keeps the address and secret for its user', async () => {
  const { note, noteFile, dcc } = await startHandover();

  const { mode } = await stat(noteFile);
  await dcc.stop();

  expect(mode & 0o777).toBe(0o600);
  expect(Buffer.from(note.secret, 'base64url')).toHaveLength(32);
  expect(existsSync(noteFile)).toBe(false);
});

test('leaves the note of a newer run alone', async () => {
  const { note, noteFile, dcc } = await startHandover();
  await writeFile(noteFile, JSON.stringify({ ...note, secret: 'of another run' }));

  await dcc.stop();

  expect(existsSync(noteFile)).toBe(true);
});

test('says why plugins cannot find it', async () => {
  const folder = await createScratch();
  const { log, lines } = createMemoryLog();
  await writeFile(path.join(folder, 'file'), '');
  const dcc = createHandover({
    ...{ log, publish: () => undefined, readLibrary: () => readLibrary(folder), findAsset: noAssets },
    noteFile: path.join(folder, 'file/dcc.json'),
  });

  await dcc.start();

  const { problem } = await dcc.handlers['dcc.read'](undefined);
  expect(textOf(problem ?? '')).toContain('could not be written. Free some disk space');
  expect(lines.join()).toContain('dcc.not-started');
  await dcc.stop();
});

test('clears what is over and nothing else', async () => {
  const app = await startHandover();
  await app.takeJobs();
  const first = await app.call['dcc.send'](oak);
  await app.takeJobs();
  await app.report(first.id, { ok: true, message: 'Done' });
  const second = await app.call['dcc.send'](oak);

  await app.call['dcc.clearFinished'](undefined);

  expect((await stateOf(app)).jobs.map(({ id }) => id)).toEqual([second.id]);
});
