import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createScratch } from '../scratch.ts';
import { createUpdatesUnderTest } from './updates-under-test.ts';

const offer = { version: '1.0.1', releaseNotes: '<p>Faster <b>search</b>.</p>' };

type Options = Omit<Parameters<typeof createUpdatesUnderTest>[0], 'folder'>;

async function open(options: Options = {}) {
  const folder = await createScratch();
  const app = createUpdatesUnderTest({ folder, ...options });
  await writeFile(app.program, `program ${options.version ?? '1.0.0'}`);
  return { ...app, folder };
}

test('fetches a newer version and installs it at the end', async () => {
  const { call, updates, read, done, program } = await open({ offer });

  await call['updates.check'](undefined);
  await expect.poll(read).toMatchObject({ status: 'ready' });
  const before = await readFile(program, 'utf8');
  await updates.stop();

  expect(await read()).toMatchObject({ status: 'ready', version: '1.0.1', notes: 'Faster search.' });
  expect([before, await readFile(program, 'utf8')]).toEqual(['program 1.0.0', 'program 1.0.1']);
  expect(done).toEqual(['check', 'fetch']);
});

test('only tells of a newer version where the person wants that', async () => {
  const { call, updates, read, done, program } = await open({ offer, settings: { updates: 'notify' } });

  await call['updates.check'](undefined);
  await expect.poll(read).toMatchObject({ status: 'offered', version: '1.0.1' });
  await call['updates.check'](undefined);
  await updates.stop();
  await expect.poll(() => done).toEqual(['check', 'notify Lodestock 1.0.1 is available', 'check']);
  expect(await readFile(program, 'utf8')).toBe('program 1.0.0');

  await call['updates.fetch'](undefined);
  expect(await read()).toMatchObject({ status: 'ready' });
});

test.each([
  [{ settings: { updates: 'off' } }, 'choice'],
  [{ policy: { Updates: 'server' }, settings: { serverUrl: null } }, 'server'],
  [{ installation: { kind: 'clone' } }, 'clone'],
  [{ installation: { kind: 'folder' } }, 'folder'],
  [{ hasFeed: false }, 'address'],
] as const)('asks nobody with %j', async (options, obstacle) => {
  const { call, read, done } = await open({ offer, ...options });

  await call['updates.check'](undefined);

  expect(await read()).toMatchObject({ status: 'off', obstacle });
  expect(done).toEqual([]);
});

test('leaves what was installed for everyone to an administrator', async () => {
  const { call, updates, read, done } = await open({
    offer,
    installation: { kind: 'shared', obstacle: 'read-only' },
  });

  await call['updates.check'](undefined);
  await expect.poll(read).toMatchObject({ status: 'offered' });
  await call['updates.fetch'](undefined);
  await updates.stop();

  expect(await read()).toMatchObject({ obstacle: 'read-only', version: '1.0.1' });
  expect(done).not.toContain('fetch');
});

test.each([
  [{ UpdateUrl: 'https://models.studio.lan/releases' }, 'https://models.studio.lan/releases'],
  [{ Updates: 'server' }, 'https://one.studio.lan/updates/'],
] as const)('looks where the policy %j says', async (policy, url) => {
  const { call, done } = await open({ policy, hasFeed: false });

  await call['updates.check'](undefined);
  await call['updates.check'](undefined);

  expect(done).toEqual([`feed ${url}`, 'check', 'check']);
});

test('takes test versions for those who want them', async () => {
  const stable = await open();
  const beta = await open({ settings: { updateChannel: 'beta' } });

  for (const { call } of [stable, beta]) await call['updates.check'](undefined);

  expect(stable.updater).toMatchObject({ channel: null, autoDownload: false });
  expect(beta.updater).toMatchObject({ channel: 'beta' });
});

test('takes nothing older, unless the studio goes back to it', async () => {
  const older = await open({ version: '1.0.2', offer });
  const pinned = await open({ version: '1.0.2', offer: { ...offer, rollback: true } });

  for (const { call } of [older, pinned]) await call['updates.check'](undefined);
  await expect.poll(pinned.read).toMatchObject({ status: 'ready', version: '1.0.1', isRollback: true });
  await pinned.updates.stop();

  expect(await older.read()).toMatchObject({ status: 'current', version: null });
  expect(older.done).toEqual(['check']);
  expect(await readFile(pinned.program, 'utf8')).toBe('program 1.0.1');
  expect(await pinned.record.read()).toMatchObject({ return: { from: '1.0.2', to: '1.0.1' } });
});

test('tells a person who installs by hand that the studio went back', async () => {
  const rollback = { ...offer, rollback: true } as const;
  const { call, done } = await open({ version: '1.0.2', offer: rollback, settings: { updates: 'notify' } });

  await call['updates.check'](undefined);

  await expect.poll(() => done).toEqual(['check', 'notify Your studio went back to Lodestock 1.0.1']);
});

test('fetches nothing of a feed that is neither signed nor encrypted', async () => {
  const settings = { serverUrl: 'http://models.studio.lan:8787' };
  const { call, read, done, lines } = await open({ policy: { Updates: 'server' }, settings, offer });

  await call['updates.check'](undefined);

  await expect.poll(read).toMatchObject({ status: 'failed', fault: 'unsigned', version: '1.0.1' });
  expect(done).not.toContain('fetch');
  expect(lines.join()).toContain('neither signed nor encrypted');
});

test.each([
  [{ checkFails: new Error('ECONNREFUSED') }, 'unreachable'],
  [{ offer, fetchFails: new Error('sha512 checksum mismatch, expected a, got b') }, 'damaged'],
] as const)('tells what went wrong with %o', async (options, fault) => {
  const { call, read, lines } = await open(options);

  await call['updates.check'](undefined);

  await expect.poll(read).toMatchObject({ status: 'failed', fault });
  expect(lines.join()).toMatch(/ECONNREFUSED|checksum/);
});

test('restarts as the new version when asked', async () => {
  const { call, updates, read, done, left, program } = await open({ offer });
  await call['updates.check'](undefined);
  await expect.poll(read).toMatchObject({ status: 'ready' });

  await call['updates.restart'](undefined);
  expect(done.at(-1)).toBe('quit');
  await updates.stop();

  expect(left).toEqual([{ kind: 'relaunch', executable: program }]);
  expect(await readFile(program, 'utf8')).toBe('program 1.0.1');
});

test('leaves the program alone when the new one cannot be put there', async () => {
  const { call, read, folder } = await open({
    offer,
    installation: { kind: 'app-image', file: '/proc/Lodestock.AppImage' },
  });
  await call['updates.check'](undefined);
  await expect.poll(read).toMatchObject({ status: 'ready' });

  await expect(call['updates.restart'](undefined)).rejects.toThrow('could not be installed');

  expect(await read()).toMatchObject({ status: 'failed', fault: 'not-installed' });
  expect(await call['updates.check'](undefined)).toMatchObject({ status: 'ready' });
  expect(path.isAbsolute(folder)).toBe(true);
});

test('lets Squirrel quit the app on a Mac', async () => {
  const { call, read, done } = await open({ offer, installation: { kind: 'mac' } });
  await call['updates.check'](undefined);
  await expect.poll(read).toMatchObject({ status: 'ready' });

  await call['updates.restart'](undefined);

  expect(done.slice(2)).toEqual(['install true,true']);
});

test('uses the installer of the system elsewhere', async () => {
  const folder = await createScratch();
  const stored = path.join(folder, 'installer.exe');
  await writeFile(stored, 'installer 1.0.0');
  const installation = { kind: 'installer', stored } as const;
  const { call, updates, read, done, updater, record } = createUpdatesUnderTest({
    ...{ folder, offer, installation },
  });
  await call['updates.check'](undefined);
  await expect.poll(read).toMatchObject({ status: 'ready' });

  await call['updates.restart'](undefined);
  await updates.stop();

  expect(updater.autoInstallOnAppQuit).toBe(true);
  expect(done.slice(2)).toEqual(['quit', 'install true,true']);
  expect(await record.read()).toMatchObject({
    previous: { version: '1.0.0', file: path.join(folder, 'versions/Lodestock-1.0.0.exe') },
    pending: { from: '1.0.0', to: '1.0.1' },
  });
});
