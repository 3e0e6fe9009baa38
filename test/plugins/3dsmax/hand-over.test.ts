import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { sampleFbxBinary } from '../../helpers/sample-files.ts';
import { startDesktopQueue } from '../desktop-queue.ts';
import type { MaxSession } from '../maxscript/max-session.ts';
import { maxTest, prepareStage } from './prepare-stage.ts';
import { script } from './stage.ts';

const { openMax, openSignedIn } = prepareStage();
const clock = { do: 'clock' } as const;

async function startDesktop({ root }: MaxSession, jobs: object[]) {
  const queue = await startDesktopQueue(path.join(root, 'appdata/Lodestock/dcc.json'), jobs);
  queue.describe();
  closers.push(queue.close);
  return queue;
}
let closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers) close();
  closers = [];
});

function writeModel(root: string) {
  const folder = path.join(root, 'library/Oak chair_42/1k');
  mkdirSync(path.join(folder, 'textures'), { recursive: true });
  writeFileSync(
    path.join(folder, 'chair.fbx'),
    sampleFbxBinary({ triangles: 3, texture: 'textures/wood.png' }),
  );
  writeFileSync(path.join(folder, 'textures/wood.png'), 'png');
  const scenePath = path.join(folder, 'chair.fbx');
  const searchPaths = [folder, path.join(folder, 'textures')];
  return {
    id: 'job-1',
    guid: '42',
    title: 'Oak chair',
    lod: '1k',
    format: 'fbx',
    scenePath,
    searchPaths,
    server: 'http://models.lan',
  };
}

async function openInstalled() {
  const session = await openMax();
  await session.max({ do: 'drop', file: script });
  await session.max({ do: 'close' });
  return session;
}

maxTest('imports what the desktop hands over', async () => {
  const session = await openInstalled();
  const desktop = await startDesktop(session, [writeModel(session.root)]);

  const { nodes, imports, messages } = await session.max(clock);

  expect(imports).toEqual([{ file: expect.stringMatching(/chair\.fbx$/), missing: [] }]);
  expect(nodes[1]?.properties).toContain('lodestock_server = http://models.lan');
  expect(desktop.results).toEqual([
    ['/dcc/jobs/job-1/result', { ok: true, message: 'Oak chair, 1k: 1 object' }],
  ]);
  expect(messages.at(-1)).toBe('Oak chair, 1k: 1 object');
});

maxTest('tells which scene is open here', async () => {
  const session = await openInstalled();
  const { asked } = await startDesktop(session, []);

  await session.max(clock);

  const { searchParams, pathname } = asked[0]?.url ?? new URL('http://none');
  expect(pathname).toBe('/dcc/jobs');
  expect(Object.fromEntries(searchParams)).toEqual({
    host: '3dsmax',
    session: expect.stringMatching(/^\d+$/),
    label: 'kitchen.max',
  });
});

maxTest('waits with an import until 3ds Max is free', async () => {
  const session = await openInstalled();
  const desktop = await startDesktop(session, [writeModel(session.root)]);
  for (const by of ['rendering', 'dialog', 'creation'] as const) {
    await session.max({ do: 'occupy', by });
    await session.max(clock);
  }
  const asked = desktop.asked.length;
  await session.max({ do: 'occupy', by: 'nothing' });

  const { imports } = await session.max(clock);

  expect(asked).toBe(0);
  expect(imports).toHaveLength(1);
});

maxTest('tells the desktop why an import failed', async () => {
  const session = await openInstalled();
  const job = writeModel(session.root);
  rmSync(job.scenePath);
  const desktop = await startDesktop(session, [job]);

  await session.max(clock);

  expect(desktop.results).toEqual([
    [expect.any(String), { ok: false, message: `File not found: ${job.scenePath}.` }],
  ]);
});

maxTest('asks again only after the secret has changed', async () => {
  const session = await openInstalled();
  const desktop = await startDesktop(session, []);
  desktop.describe('an old secret');
  await session.max(clock);
  await session.max(clock);
  expect(desktop.asked).toHaveLength(1);

  desktop.describe();
  utimesSync(desktop.descriptor, new Date(), new Date(Date.now() + 5000));
  await session.max(clock);
  await session.max(clock);

  expect(desktop.asked).toHaveLength(3);
});

maxTest('takes a wrong secret for no sign-out', async () => {
  const session = await openSignedIn();
  const desktop = await startDesktop(session, []);
  desktop.describe('an old secret');
  await session.max(clock);

  await session.max({ do: 'press', control: 'btnSwitch' });

  expect(await session.status()).toBe('Select an imported model in the scene first.');
  expect((await session.see('btnSign')).caption).toBe('Sign out');
});

maxTest('stays quiet while the desktop is closed', async () => {
  const session = await openInstalled();

  const { messages, printed } = await session.max(clock);

  expect(messages).toEqual([]);
  expect(printed).toEqual([]);
});

maxTest('reads no descriptor of another version', async () => {
  const session = await openInstalled();
  const desktop = await startDesktop(session, [writeModel(session.root)]);
  writeFileSync(desktop.descriptor, '{"version":2,"port":"x"}');

  const { imports } = await session.max(clock);

  expect(imports).toEqual([]);
  expect(desktop.asked).toEqual([]);
});
