import { mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createOwnServerUnderTest } from './own-server-under-test.ts';

const day = 24 * 3_600_000;

const app = await createOwnServerUnderTest();

/** Starts the next day, with a new folder for backups. */
async function startWithBackups() {
  const { clock, desktop, folder, settings, start } = app;
  const backups = await mkdtemp(path.join(folder, 'backups-'));
  await start();
  clock.now += day;
  desktop.notify.mockClear();
  await settings.update({ backupFolder: backups, backupEvery: 'day' });
  return { ...app, backups };
}

const nameBackup = (at: number) =>
  `lodestock-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

test('tells how the server is: its storage, its books, its log without the set-up code', async () => {
  const { call, places } = await startWithBackups();

  const { parts, freeBytes } = await call['ownServer.measure'](undefined);
  const checked = await call['ownServer.check'](undefined);

  expect(parts.find(({ part }) => part === 'database')?.sizeBytes).toBeGreaterThan(10_000);
  expect(freeBytes).toBeGreaterThan(0);
  expect(checked).toMatchObject({ isSound: true, findings: [], more: 0, trouble: null });
  expect(checked.counts).toMatchObject({ accounts: 0, unlocks: 0 });
  await expect.poll(() => readFile(places.serverLog, 'utf8')).toContain('"setupCode"');
  const log = (await call['ownServer.readLog'](undefined)).join('\n');
  expect(log).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}INFO {2}listening/m);
  expect(log).toContain('setupCode=[redacted]');
});

test('backs up by the schedule, and keeps the last seven', async () => {
  const { own, clock, backups, call, desktop } = await startWithBackups();
  const begin = clock.now;
  for (const hour of [10, 11, 12, 13, 14, 15, 16])
    await writeFile(path.join(backups, `lodestock-2026-11-20T${hour}-00-00Z.backup`), 'old');
  await writeFile(path.join(backups, 'holiday.backup'), 'not ours');

  await own.look();
  const first = await readdir(backups);
  clock.now += day - 60_000;
  await own.look();
  const early = await readdir(backups);
  clock.now += 60_000;
  await own.look();

  expect(first).toHaveLength(8);
  expect(first).toContain(nameBackup(begin));
  expect(first).not.toContain('lodestock-2026-11-20T10-00-00Z.backup');
  expect(early).toEqual(first);
  expect(await readdir(backups)).toContain(nameBackup(begin + day));
  expect(await readdir(backups)).toContain('holiday.backup');
  expect((await call['ownServer.read'](undefined)).lastBackup).toMatchObject({
    at: new Date(begin + day).toISOString(),
    sizeBytes: expect.any(Number),
  });
  expect(desktop.notify).not.toHaveBeenCalled();
});

test('keeps the backup just made, whatever the clock of the others was', async () => {
  const { backups, call, clock } = await startWithBackups();
  for (const hour of [10, 11, 12, 13, 14, 15, 16])
    await writeFile(path.join(backups, `lodestock-2999-01-01T${hour}-00-00Z.backup`), 'from the future');

  await call['ownServer.backUp'](undefined);

  const names = await readdir(backups);
  expect(names).toHaveLength(7);
  expect(names).toContain(nameBackup(clock.now));
});

test('a backup that cannot be made is told, and tried again an hour later', async () => {
  const { own, clock, backups, call, desktop } = await startWithBackups();
  await rename(backups, `${backups}-away`);

  await own.look();
  clock.now += 60_000;
  await own.look();

  expect(desktop.notify).toHaveBeenCalledExactlyOnceWith(
    'Lodestock could not back up its server',
    expect.objectContaining({ key: expect.stringContaining('is not there') }),
  );
  expect((await call['ownServer.read'](undefined)).backupProblem).toMatchObject({
    key: expect.stringContaining('Connect its disk'),
  });
  await rename(`${backups}-away`, backups);
  clock.now += 3_600_000;
  await own.look();
  expect(await readdir(backups)).toHaveLength(1);
  expect((await call['ownServer.read'](undefined)).backupProblem).toBe(null);
});

test('restores a backup, and goes on with it', async () => {
  const { call, register, desktop, isReady, url } = await startWithBackups();
  await register('ada@example.org');
  const { lastBackup } = await call['ownServer.backUp'](undefined);
  await register('bob@example.org');
  desktop.chooseFile.mockResolvedValueOnce(lastBackup?.file ?? '');

  const said = await call['ownServer.restore'](undefined);
  await isReady();

  expect(said?.madeAt).toMatch(/^20\d\d-.*Z$/);
  const signIn = async (email: string) => {
    const answer = await fetch(`${url()}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'correct horse battery' }),
    });
    return answer.status;
  };
  expect(await signIn('ada@example.org')).toBe(200);
  expect(await signIn('bob@example.org')).toBe(401);
});

test('a file that is no backup leaves everything as it is', async () => {
  const { call, register, desktop, isReady, folder } = await startWithBackups();
  await register('ada@example.org');
  const file = path.join(folder, 'holiday.backup');
  await writeFile(file, 'not a database');
  desktop.chooseFile.mockResolvedValueOnce(file);

  await expect(call['ownServer.restore'](undefined)).rejects.toThrow('is not a backup of Lodestock');
  await isReady();

  expect((await call['ownServer.read'](undefined)).hasAdmin).toBe(true);
});

test('backups do not go into the folder that they protect', async () => {
  const { call, desktop, places, settings } = await startWithBackups();
  desktop.chooseFolder.mockResolvedValueOnce(path.join(places.serverData, 'backups'));

  await expect(call['ownServer.chooseBackupFolder'](undefined)).rejects.toThrow('another disk');

  expect(settings.read().backupFolder).not.toContain(places.serverData);
});
