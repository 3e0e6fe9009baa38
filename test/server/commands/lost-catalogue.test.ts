import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeUsedPlace, post } from '../../helpers/data-place.ts';

const loseCatalogue = (dataDir: string) => {
  for (const name of readdirSync(dataDir))
    if (name.startsWith('catalogue.db')) rmSync(path.join(dataDir, name));
};

test('a deleted catalogue is read again, and costs nobody anything', async () => {
  const { dataDir, run, serve, token, wish } = await makeUsedPlace();
  loseCatalogue(dataDir);

  const server = await serve();
  const answer = await post(`${server.baseUrl}/api/download/direct`, wish, token);
  await server.stop();
  const check = await run('check');

  expect(answer).toMatchObject({ ok: true, chargedUsd: 0, balanceRemainingUsd: 98 });
  expect(check.stdout).toContain('All is well: 1 accounts');
});

test('a small backup brings back what people hold', async () => {
  const { dataDir, run, serve, token, wish } = await makeUsedPlace();
  const file = path.join(dataDir, 'small.backup');
  const made = await run('backup', file, '--without-catalogue');
  await run('accounts', 'grant', 'a@example.org', '5', 'later');

  const restored = await run('restore', file, '--json');
  const { aside } = JSON.parse(restored.stdout);
  const server = await serve();
  const answer = await post(`${server.baseUrl}/api/download/direct`, wish, token);

  expect([made.code, restored.code]).toEqual([0, 0]);
  expect(answer).toMatchObject({ ok: true, chargedUsd: 0, balanceRemainingUsd: 98 });
  expect(existsSync(path.join(aside, 'catalogue.db'))).toBe(true);
});

test('a server does not start with nobody in it because the accounts are gone', async () => {
  const { database, run } = await makeUsedPlace();
  for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });

  const { code, stderr } = await run('accounts', 'list');

  expect(code).toBe(1);
  expect(stderr).toContain('lodestock.db');
  expect(existsSync(database)).toBe(false);
});
