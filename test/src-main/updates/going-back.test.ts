import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createScratch } from '../scratch.ts';
import { createUpdatesUnderTest } from './updates-under-test.ts';

type App = ReturnType<typeof createUpdatesUnderTest>;
type Options = Omit<Parameters<typeof createUpdatesUnderTest>[0], 'folder'>;

/** A folder in which 1.0.0 has put 1.0.1 in its own place; `start` starts a version in it. */
async function update() {
  const folder = await createScratch();
  const start = async (options: Options = {}) => {
    const app = createUpdatesUnderTest({ folder, ...options });
    const isTroubled = await app.updates.begin();
    return { ...app, isTroubled };
  };
  const offer = { version: '1.0.1' };
  const old = await start({ offer });
  await writeFile(old.program, 'program 1.0.0');
  await old.call['updates.check'](undefined);
  await expect.poll(old.read).toMatchObject({ status: 'ready' });
  await old.updates.stop();
  return { folder, start, offer };
}
const isPending = async ({ record }: App) => (await record.read())?.pending !== null;

test('a version that came up is not doubted at its next start', async () => {
  const { start } = await update();

  const first = await start({ version: '1.0.1' });
  first.updates.noteUp('page');
  await expect.poll(() => isPending(first)).toBe(false);
  const second = await start({ version: '1.0.1' });

  expect([first.isTroubled, second.isTroubled]).toEqual([false, false]);
  expect(await second.read()).toMatchObject({ previous: '1.0.0', isTroubled: false });
});

test.each([
  ['its page', 'server'],
  ['its server', 'page'],
] as const)('a version without %s is doubted at its next start', async (_what, part) => {
  const { start } = await update();
  const settings = { serverUrl: null, ownServer: 'demo' } as const;

  const first = await start({ version: '1.0.1', settings });
  first.updates.noteUp(part);
  const second = await start({ version: '1.0.1', settings });

  expect([first.isTroubled, second.isTroubled]).toEqual([false, true]);
  expect(await second.read()).toMatchObject({ previous: '1.0.0', isTroubled: true });
});

test('a version that a person quits before its server is up is not doubted', async () => {
  const { start } = await update();
  const settings = { serverUrl: null, ownServer: 'demo' } as const;

  const first = await start({ version: '1.0.1', settings });
  first.updates.noteUp('page');
  await first.updates.stop();
  const second = await start({ version: '1.0.1', settings });

  expect([first.isTroubled, second.isTroubled]).toEqual([false, false]);
  expect(await isPending(second)).toBe(true);
});

test('a version whose server has given up is doubted after a person quits it', async () => {
  const { start } = await update();
  const settings = { serverUrl: null, ownServer: 'demo' } as const;

  const first = await start({ version: '1.0.1', settings });
  first.updates.noteUp('page');
  first.updates.noteServer({ kind: 'bundled', status: 'failed' });
  await first.updates.stop();
  const second = await start({ version: '1.0.1', settings });

  expect(second.isTroubled).toBe(true);
});

test('a version whose server gives up is doubted at once', async () => {
  const { start } = await update();
  const first = await start({ version: '1.0.1', settings: { serverUrl: null, ownServer: 'demo' } });

  first.updates.noteServer({ kind: 'bundled', status: 'failed' });

  await expect.poll(first.read).toMatchObject({ isTroubled: true });
});

test('an update that did not take place leaves nothing to go back to', async () => {
  const { start } = await update();

  const again = await start({ version: '1.0.0' });

  expect(again.isTroubled).toBe(false);
  expect(await again.record.read()).toMatchObject({ previous: null, pending: null });
});

test('brings the version before back, and then its database', async () => {
  const { folder, start, offer } = await update();
  const restored: string[] = [];
  const restore = async () => {
    restored.push('database');
    return { code: 0, output: 'Restored.', errors: '' };
  };

  const broken = await start({ version: '1.0.1' });
  await broken.call['updates.goBack'](undefined);
  await broken.updates.finishReturn(restore);
  await broken.updates.stop();
  expect(broken.left).toEqual([{ kind: 'relaunch', executable: broken.program }]);
  expect(await readFile(broken.program, 'utf8')).toBe('program 1.0.0');
  restored.length = 0;
  const old = await start({ version: '1.0.0', offer });
  await old.updates.finishReturn(restore);
  await old.updates.finishReturn(restore);

  expect(restored).toEqual(['database']);
  await old.call['updates.check'](undefined);
  await expect.poll(old.read).toMatchObject({ status: 'offered', version: '1.0.1' });
  expect(old.done).not.toContain('fetch');
  expect(await readdir(path.join(folder, 'versions'))).toEqual(['Lodestock-1.0.0.AppImage']);
});

test('does not restore a database for a version that is not there', async () => {
  const { start } = await update();
  const broken = await start({ version: '1.0.1' });
  await broken.call['updates.goBack'](undefined);

  const still = await start({ version: '1.0.1' });
  await still.updates.finishReturn(() => Promise.reject(new Error('nothing is restored')));

  expect(await still.record.read()).toMatchObject({ return: null });
});

test.each([
  ['missing', (file: string) => rm(file)],
  ['changed', (file: string) => writeFile(file, 'something else')],
])('changes nothing when the version before is %s', async (_how, harm) => {
  const { folder, start } = await update();
  const broken = await start({ version: '1.0.1' });
  await harm(path.join(folder, 'versions/Lodestock-1.0.0.AppImage'));

  await expect(broken.call['updates.goBack'](undefined)).rejects.toThrow('missing or damaged');

  expect(await readFile(broken.program, 'utf8')).toBe('program 1.0.1');
  expect(await broken.record.read()).toMatchObject({ return: null });
});
