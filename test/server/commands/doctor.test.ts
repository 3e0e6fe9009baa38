import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { askServer } from '../../../server/commands/doctor/ask-server.ts';
import { examineServer } from '../../../server/commands/doctor/examine-server.ts';
import { readConfig } from '../../../server/config.ts';
import { judgeCertificate, judgeClock, judgeSpace } from '../../../server/contract/admin/doctor.ts';
import { textOf } from '../../../server/contract/sentence.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { makeFolder } from '../../helpers/make-folder.ts';
import { createPrivateAuthority, whyNoAuthority } from '../../helpers/private-authority.ts';
import { startServerChild, waitUntilReady } from '../../helpers/server-child.ts';
import { runServerCommand } from '../../helpers/server-command.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const folder = makeFolder();
const now = () => Date.now();
const newFolder = () => mkdtempSync(path.join(folder, 'data-'));

async function examine(
  settings: Readonly<Record<string, string>>,
  environment: Readonly<Record<string, string>> = {},
) {
  const LODESTOCK_DATA_DIR = settings.LODESTOCK_DATA_DIR ?? newFolder();
  const config = readConfig({ LODESTOCK_POSTERS: 'off', ...settings, LODESTOCK_DATA_DIR });
  const findings = await examineServer({ config, environment, now });
  return (check: string) => findings.filter((one) => one.check === check);
}

test('looks at a running server as everybody sees it', async () => {
  const library = makeLibraryFolder(simpleModel('Oak chair'));
  const env = { LODESTOCK_DATA_DIR: newFolder(), LODESTOCK_LIBRARY_DIR: library.folder, LODESTOCK_PORT: '0' };
  const server = await startServerChild('dist/server/main.js', { env });
  await waitUntilReady(server.baseUrl);
  const environment = { ...env, LODESTOCK_POSTERS: 'off', LODESTOCK_BASE_URL: server.baseUrl };

  const well = await runServerCommand(['doctor'], { dataDir: env.LODESTOCK_DATA_DIR, environment });
  const lost = await runServerCommand(['doctor', '--json'], {
    dataDir: env.LODESTOCK_DATA_DIR,
    environment: { ...environment, LODESTOCK_BASE_URL: 'http://models.invalid:8787' },
  });

  library.remove();
  expect(well.stdout).toContain(`ok     Server: A server runs at ${server.baseUrl}, and is ready.`);
  expect(well.stdout).toContain(`ok     Connection: This server answers at ${server.baseUrl}.`);
  expect(well.stdout).not.toContain('wrong ');
  expect([well.code, lost.code]).toEqual([0, 2]);
  expect(JSON.parse(lost.stdout).findings).toContainEqual(
    expect.objectContaining({
      check: 'DNS',
      status: 'bad',
      cure: expect.stringContaining('Add the name to the DNS'),
    }),
  );
});

test('names a library that is gone, and one that is empty', async () => {
  const gone = await examine({ LODESTOCK_LIBRARY_DIR: path.join(folder, 'nowhere') });
  const empty = await examine({ LODESTOCK_LIBRARY_DIR: newFolder() });

  expect(gone('Library')).toMatchObject([{ status: 'bad', says: expect.stringContaining('cannot be read') }]);
  expect(empty('Library')).toMatchObject([{ status: 'warning', says: expect.stringContaining('is empty') }]);
});

test.skipIf(process.platform === 'win32')('names a key that others can read', async () => {
  const dataDir = newFolder();
  writeFileSync(path.join(dataDir, 'server.key'), 'k'.repeat(32), { mode: 0o600 });
  const before = await examine({ LODESTOCK_DATA_DIR: dataDir });
  chmodSync(path.join(dataDir, 'server.key'), 0o644);

  const after = await examine({ LODESTOCK_DATA_DIR: dataDir });

  expect(before('Rights')).toMatchObject([{ status: 'good' }]);
  expect(after('Rights')).toMatchObject([{ status: 'bad', cure: expect.stringMatching(/^chmod 600 '/) }]);
});

test('names a data folder that takes nothing', async () => {
  const dataDir = path.join(newFolder(), 'not-there');

  const found = await examine({ LODESTOCK_DATA_DIR: dataDir });

  expect(found('Data folder')).toMatchObject([{ status: 'bad' }]);
});

test('tells the proxy without its password', async () => {
  const found = await examine({}, { HTTPS_PROXY: 'http://ada:secret@proxy.lan:3128' });
  const broken = await examine({}, { HTTPS_PROXY: 'proxy' });

  expect(found('Proxy')).toMatchObject([{ says: 'Encrypted connections go through proxy.lan:3128.' }]);
  expect(broken('Proxy')).toMatchObject([{ status: 'bad' }]);
});

test('tries the sync key at each file host', async () => {
  const host = await startTestServer({
    environment: { LODESTOCK_ROLE: 'host', LODESTOCK_SYNC_KEY: 'of-this-studio' },
  });
  const ask = (LODESTOCK_SYNC_KEY: string) =>
    examine({ LODESTOCK_ROLE: 'site', LODESTOCK_HOSTS: host.baseUrl, LODESTOCK_SYNC_KEY });

  const right = await ask('of-this-studio');
  const wrong = await ask('another-key');

  expect(right('Connection')).toMatchObject([{ status: 'good' }]);
  expect(wrong('Rights')).toMatchObject([
    { status: 'bad', cure: 'Use the same LODESTOCK_SYNC_KEY on both.' },
  ]);
});

test.each([
  [500 * 2 ** 20, 'bad'],
  [5 * 2 ** 30, 'warning'],
  [50 * 2 ** 30, 'good'],
])('takes %i free bytes for %s', (free, status) => {
  expect(judgeSpace('The disk', free).status).toBe(status);
});

test.each([
  [59_000, 'good', /agree/],
  [-61_000, 'warning', /61 s ahead of/],
  [301_000, 'bad', /301 s behind/],
])('takes clocks %i ms apart for %s', (ahead, status, says) => {
  const finding = judgeClock('host', ahead);

  expect([finding.status, textOf(finding.says)]).toEqual([status, expect.stringMatching(says)]);
});

test.each([
  [-1, 'bad', /has expired/],
  [13, 'warning', /13 more days/],
  [14, 'good', /14 more days/],
])('takes a certificate with %i days left for %s', (days, status, says) => {
  const validTo = days * 24 * 60 * 60 * 1000;

  const finding = judgeCertificate('it', validTo, 0);

  expect([finding.status, textOf(finding.says)]).toEqual([status, expect.stringMatching(says)]);
});

const noAuthority = whyNoAuthority();
describe.skipIf(noAuthority !== null)(
  `certificates${noAuthority ? ` (skipped: ${noAuthority})` : ''}`,
  () => {
    test('tells an authority that is not known from a date that is over', async () => {
      const place = path.join(folder, 'ca');
      mkdirSync(place);
      const { cert, key } = createPrivateAuthority(place).issue('localhost');
      const server = createServer({ cert, key }, (_request, response) => response.end('{}')).listen(
        0,
        '127.0.0.1',
      );
      await once(server, 'listening');
      const url = `https://localhost:${Object(server.address()).port}`;
      const ask = async (ahead: number) => {
        const findings = await askServer({ url, who: 'This server', now: () => Date.now() + ahead });
        return findings.map(({ check, status }) => `${check} ${status}`);
      };

      const today = await ask(0);
      const later = await ask(400 * 24 * 60 * 60 * 1000);

      expect(today).toEqual(['DNS good', 'Certificate good', 'TLS bad']);
      expect(later).toEqual(['DNS good', 'Certificate bad', 'TLS bad']);
    });
  },
);
