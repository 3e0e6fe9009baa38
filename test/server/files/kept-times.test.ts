import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, linkSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { startWatchedLibrary, waitUntil } from '../../helpers/watched-library.ts';

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const large = (name: string) => `${objText(4, name)}# ${'x'.repeat(100_000)}\n`;
const priced = { guid: 'chair', priceUsd: 2 };
const files = { ...simpleModel('chair', priced), 'chair/10k/large.obj': large('first') };

async function start(environment: Readonly<Record<string, string>> = {}) {
  const watched = await startWatchedLibrary(files, { LODESTOCK_SIGNUP_CREDIT_USD: '100', ...environment });
  const { token } = await registerPerson(watched.server);
  return {
    ...watched,
    at: (name: string) => path.join(watched.library.folder, name),
    direct: (relativePath: string) =>
      watched.server.call('agentDirect', { guid: 'chair', relativePath }, { token }),
    balance: async () => (await watched.server.call('balance', {}, { token })).body.balanceUsd,
  };
}

/** Nanoseconds too, which Node cannot set. */
function keepTime(place: string, work: () => void): void {
  const like = `${place}.tmp`;
  execFileSync('touch', ['-r', place, like]);
  work();
  execFileSync('touch', ['-r', like, place]);
  rmSync(like);
}

/** Other bytes of the same length under the same time, as a copy with kept times, or a disk of coarse times, makes them. */
function rewrite(place: string, content: string): void {
  const { size } = statSync(place);
  keepTime(place, () => writeFileSync(place, content.padEnd(size)));
}

test('reads a file again whose time was kept', async () => {
  const { at, direct, models } = await start();

  rewrite(at('chair/10k/large.obj'), large('other'));
  await waitUntil(() => models()[0]?.version === 2);

  const { body } = await direct('10k/large.obj');
  const bytes = new Uint8Array(await (await fetch(body.downloadUrl)).arrayBuffer());
  expect(sha256Of(bytes)).toBe(body.sha256);
});

test.for(['10k/thing.obj', '10k/large.obj'])('charges nothing for other bytes in %s', async (name) => {
  const { at, direct, balance, server } = await start({ LODESTOCK_WATCH: 'false' });

  rewrite(at(`chair/${name}`), objText(4, 'other'));
  const refused = await direct(name);

  expect([refused.status, refused.error.code]).toEqual([503, 'UNAVAILABLE']);
  expect(refused.error.message).toContain('Nothing was charged');
  expect(await balance()).toBe(100);
  await waitUntil(async () => (await direct(name)).status === 200);
  expect(server.db.prepare("SELECT count(*) FROM problem WHERE kind = 'changed'").pluck().get()).toBe(0);
});

test('says what is true after a charge', async () => {
  const { at, direct, balance, problems } = await start({
    LODESTOCK_WATCH: 'false',
    LODESTOCK_QUIET_SECONDS: '2',
  });
  const { body } = await direct('10k/large.obj');

  rewrite(at('chair/10k/large.obj'), large('other'));
  const answer = await fetch(body.downloadUrl);

  expect(answer.status).toBe(502);
  expect(await answer.text()).not.toContain('Nothing was charged');
  expect(await balance()).toBe(98);
  expect(problems()).toContain('changed chair/10k/large.obj');
});

test('serves on what only has another mode or link', async () => {
  const { at, direct, models } = await start({ LODESTOCK_WATCH: 'false' });
  const before = (await direct('10k/large.obj')).body;

  chmodSync(at('chair/10k/large.obj'), 0o600);
  linkSync(at('chair/10k/thing.obj'), at('linked'));
  const all = await Promise.all(['10k/large.obj', '10k/thing.obj'].map(direct));

  const answer = await fetch(before.downloadUrl);
  expect([answer.status, all.map(({ status }) => status)]).toEqual([200, [200, 200]]);
  expect(models()[0]?.version).toBe(1);
});

test('never mixes two contents in a resumed download', async () => {
  const { at, direct } = await start({ LODESTOCK_WATCH: 'false' });
  const { body } = await direct('10k/large.obj');

  rewrite(at('chair/10k/large.obj'), large('other'));
  const headers = { range: 'bytes=0-7', 'if-range': `"${body.sha256}"` };

  expect((await fetch(body.downloadUrl, { headers })).status).toBe(502);
});

test('notices two files that changed places', async () => {
  const { at, direct } = await start({ LODESTOCK_WATCH: 'false' });
  const place = at('chair/10k/large.obj');
  const twin = at('twin');
  writeFileSync(twin, large('other'));
  execFileSync('touch', ['-r', place, twin]);

  renameSync(twin, place);

  expect((await direct('10k/large.obj')).status).toBe(503);
});
