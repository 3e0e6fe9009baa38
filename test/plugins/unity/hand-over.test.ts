import { existsSync, mkdirSync, mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { sampleFbxBinary } from '../../helpers/sample-files.ts';
import { startDesktopQueue } from '../desktop-queue.ts';
import { unityTest } from './compiled-plugin.ts';
import { prepareUnity } from './prepare-unity.ts';
import { chairFolder, guidOf, listAssets, nodeNamed } from './walk.ts';

const { start } = prepareUnity();
let closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers) close();
  closers = [];
});

async function startDesktop(jobs: object[]) {
  const home = mkdtempSync(path.join(tmpdir(), 'lodestock-project-'));
  const queue = await startDesktopQueue(path.join(home, 'config/Lodestock/dcc.json'), jobs);
  closers.push(queue.close);
  return { ...queue, home };
}

function writeModel() {
  const library = mkdtempSync(path.join(tmpdir(), 'lodestock-desktop-'));
  const folder = path.join(library, 'Oak chair_42/1k');
  mkdirSync(path.join(folder, 'textures'), { recursive: true });
  const fbx = sampleFbxBinary({ triangles: 3, texture: 'textures/wood.png' });
  writeFileSync(path.join(folder, 'chair.fbx'), fbx);
  writeFileSync(path.join(folder, 'chair.blend'), 'another scene');
  writeFileSync(path.join(folder, 'run.cs'), 'a script');
  writeFileSync(path.join(folder, 'textures/wood.png'), 'png');
  writeFileSync(path.join(folder, 'textures/wood_normal.png'), 'png');
  return {
    id: 'job-1',
    guid: '42',
    title: 'Oak chair',
    lod: '1k',
    format: 'fbx',
    scenePath: path.join(folder, 'chair.fbx'),
    searchPaths: [folder, path.join(folder, 'textures')],
    server: 'http://models.lan',
    textures: [
      { relativePath: '1k/textures/wood_normal.png', map: 'normal', colorSpace: 'linear', material: 'wood' },
    ],
  };
}

unityTest('imports what the desktop hands over', async () => {
  const desktop = await startDesktop([writeModel()]);
  desktop.describe();
  const unity = start({ home: desktop.home });

  await expect.poll(async () => (await unity.send('see')) && desktop.results.length).toBe(1);

  const state = await unity.send('see');
  const query = Object.fromEntries(desktop.asked[0]?.url.searchParams ?? []);
  expect(query).toEqual({
    host: 'unity',
    session: expect.stringMatching(/^\d+$/),
    label: 'Castle - Kitchen',
  });
  expect(desktop.results).toEqual([
    ['/dcc/jobs/job-1/result', { ok: true, message: 'Oak chair, 1k: added to the scene.' }],
  ]);
  expect(state.missing).toEqual([]);
  expect(nodeNamed(state, 'chair')?.source).toBe('Assets/Lodestock/Oak chair_42/1k/chair.fbx');
  expect(listAssets(unity)).toEqual([
    'Oak chair/1k/Materials/chair/wood.mat',
    'Oak chair/1k/chair.fbx',
    'Oak chair/1k/textures/wood.png',
    'Oak chair/1k/textures/wood_normal.png',
    'Oak chair/model.json',
  ]);
  const normal = path.relative(unity.project, path.join(chairFolder(unity), '1k/textures/wood_normal.png'));
  expect(guidOf(unity, normal)).toContain('NormalMap');
});

for (const [what, change, sentence] of [
  ['a file that is gone', { scenePath: '/nowhere/chair.fbx' }, /^File not found: /],
  ['a format of another DCC app', { scenePath: '/nowhere/chair.max' }, /^Unity cannot import chair\.max/],
  ['a guid that leads elsewhere', { guid: '../../Editor' }, /^The desktop app sent an invalid model ID/],
] as const) {
  unityTest(`answers the desktop about ${what}`, async () => {
    const desktop = await startDesktop([{ ...writeModel(), ...change }]);
    desktop.describe();
    const unity = start({ home: desktop.home });

    await expect.poll(async () => (await unity.send('see')) && desktop.results.length).toBe(1);

    expect(desktop.results).toEqual([
      ['/dcc/jobs/job-1/result', { ok: false, message: expect.stringMatching(sentence) }],
    ]);
    expect(existsSync(path.join(unity.project, 'Assets/Lodestock'))).toBe(false);
  });
}

unityTest('asks again only when the secret has changed', async () => {
  const desktop = await startDesktop([]);
  desktop.describe('an old secret');
  const unity = start({ home: desktop.home });
  await expect.poll(async () => (await unity.send('see')) && desktop.asked.length).toBe(1);
  for (let turn = 0; turn < 50; turn++) await unity.send('advance', '4');
  const whileRefused = desktop.asked.length;

  desktop.describe();
  utimesSync(desktop.descriptor, new Date(), new Date(Date.now() + 5000));
  await expect
    .poll(async () => (await unity.send('advance', '4')) && desktop.asked.length)
    .toBeGreaterThan(1);

  expect(whileRefused).toBe(1);
  expect(desktop.asked.slice(0, 2).map(({ isOurs }) => isOurs)).toEqual([false, true]);
});

unityTest('asks for nothing in batch mode or play mode', async () => {
  const desktop = await startDesktop([]);
  const unity = start({ home: desktop.home });
  const batch = start({ home: desktop.home, environment: { UNITY_BATCH: 'yes' } });
  await unity.send('play', 'on');
  desktop.describe();

  for (const one of [unity, batch]) for (let turn = 0; turn < 5; turn++) await one.send('advance', '4');

  expect(desktop.asked).toEqual([]);
  expect(readdirSync(unity.project)).toEqual(['Assets']);
});
