import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { textOf } from '../../../server/contract/sentence.ts';
import { createDoctor } from '../../../src-main/doctor/doctor.ts';
import type { ServerState, Session } from '../../../src-main/platform/ipc/contract.ts';
import { initialSettings } from '../../../src-main/platform/ipc/settings-fields.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createKeychain } from '../../../src-main/platform/secrets/keychain.ts';
import { toShareable } from '../../../src-main/platform/storage/log.ts';
import { createPrivateAuthority, whyNoAuthority } from '../../helpers/private-authority.ts';
import { answerJson, listen } from '../listen.ts';
import { createMemoryKeytar } from '../memory-keytar.ts';
import { createMemoryLog } from '../memory-log.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'lodestock-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ready: ServerState = { kind: 'remote', url: null, status: 'ready', message: null, progress: null };
const signedOut: Session = {
  ...{ status: 'signed-out', serverUrl: null, userName: null, scopes: [], userCode: null, approveUrl: null },
  ...{ expiresAt: null, message: null, keychain: { isAvailable: true, message: null } },
};

type Wish = {
  readonly server?: Partial<ServerState>;
  readonly session?: Partial<Session>;
  readonly libraryFolder?: string;
  /** Next to the first library. */
  readonly otherLibrary?: string;
  /** Why the library cannot be used. */
  readonly absence?: string;
  readonly platform?: string;
  readonly resolve?: (name: string) => Promise<readonly string[]>;
  readonly hasKeychain?: boolean;
  readonly clockAhead?: number;
  readonly proxy?: string;
  readonly mainLog?: string;
};

function create(wish: Wish = {}) {
  const { libraryFolder = path.join(folder, 'library'), platform = 'linux', clockAhead = 0, proxy } = wish;
  const { log } = createMemoryLog();
  const load = async () => {
    if (wish.hasKeychain === false) throw new Error('no libsecret');
    return createMemoryKeytar().keytar;
  };
  const mainLog = path.join(folder, 'main.log');
  writeFileSync(mainLog, wish.mainLog ?? '');
  const doctor = createDoctor({
    ...{ version: '1.2.3', platform, environment: proxy ? { HTTPS_PROXY: proxy } : {} },
    connection: { read: () => ({ ...ready, ...wish.server }) },
    session: { read: () => ({ ...signedOut, ...wish.session }) },
    settings: {
      read: () => ({
        ...initialSettings({ defaultLibraryFolder: libraryFolder, hasModelsFolder: false }),
        proxyUser: 'ada',
        libraries: wish.otherLibrary === undefined ? [] : [{ folder: wish.otherLibrary, name: 'Other' }],
      }),
      managed: () => ['serverUrl'],
    },
    roots: { findAbsence: async () => wish.absence ?? null },
    keychain: createKeychain({ load, log, platform }),
    http: createHttp('test'),
    resolve: wish.resolve ?? (async () => ['127.0.0.1']),
    askSystemProxy: async () => 'PROXY proxy.lan:3128',
    now: () => Date.now() + clockAhead,
    places: {
      mainLog,
      settings: path.join(folder, 'settings.json'),
      serverLog: path.join(folder, 'none.log'),
      crashes: path.join(folder, 'Crashpad'),
    },
    home: '/home/ada',
  });
  const examine = async () => (await doctor['doctor.examine'](undefined)).findings;
  return {
    doctor,
    find: async (check: string) =>
      (await examine())
        .filter((one) => one.check === check)
        .map(({ says, ...rest }) => ({ ...rest, says: textOf(says) })),
  };
}

const answering = () => listen((_request, response) => answerJson(response, 200, { ok: true }));

test('finds nothing wrong where all is well', async () => {
  const { origin: url } = await answering();
  const { doctor } = create({ server: { url, kind: 'bundled' } });

  const { findings, report } = await doctor['doctor.examine'](undefined);

  const disks = findings.filter(({ check }) => check === 'Disk');
  expect(findings.filter(({ status, check }) => status !== 'good' && check !== 'Disk')).toEqual([]);
  expect(disks).toHaveLength(2);
  expect(findings.map(({ check }) => check)).toEqual([
    ...['Version', 'Server', 'Connection', 'Clock', 'Library', 'Disk', 'Disk'],
    ...['Keychain', 'Sign-in', 'Policies'],
  ]);
  expect(report).toContain('ok     Version: Lodestock 1.2.3, Electron');
  expect(report).toContain('Your organisation decides: serverUrl.');
});

test.each<[string, Wish, string, string, RegExp]>([
  [
    'a name that leads nowhere',
    {
      server: { url: 'http://models.lan' },
      resolve: async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
    },
    'DNS',
    'bad',
    /^models\.lan could not be resolved: its name could not be found, ENOTFOUND\.$/,
  ],
  [
    'nobody at the address',
    { server: { url: 'http://127.0.0.1:1' } },
    'Connection',
    'bad',
    /nothing is listening/,
  ],
  [
    'a server that is down',
    { server: { status: 'failed', message: 'Restart it.' } },
    'Server',
    'bad',
    /is failed/,
  ],
  ['a keychain that is missing', { hasKeychain: false }, 'Keychain', 'bad', /cannot be used/],
  ['a library that is a file', { libraryFolder: import.meta.filename }, 'Library', 'bad', /cannot be used: /],
  [
    'a long path on Windows',
    { platform: 'win32', libraryFolder: path.join(folder, 'x'.repeat(150)) },
    'Path length',
    'warning',
    /many programs on Windows/,
  ],
  [
    'a sign-in without the right',
    { session: { status: 'signed-in', userName: 'Ada', scopes: ['models:read'] } },
    'Sign-in',
    'warning',
    /^Ada is signed in, without/,
  ],
])('names %s, and what helps', async (_case, wish, check, status, says) => {
  const [finding] = await create(wish).find(check);

  expect(finding).toMatchObject({ check, status, says: expect.stringMatching(says) });
  expect(finding?.cure).toMatch(/\w.+\.$/);
});

test('names a library that is not there, without a code', async () => {
  const [, other] = await create({ otherLibrary: path.join(folder, 'gone') }).find('Library');

  expect(other).toMatchObject({
    status: 'bad',
    says: expect.stringMatching(/^The folder .*gone is not there\.$/),
  });
});

test.each([
  [200_000, 'warning', /ahead of/],
  [-400_000, 'bad', /behind/],
  [20_000, 'good', /agree/],
])('compares its clock, %i ms off, with the server', async (clockAhead, status, says) => {
  const { origin: url } = await answering();

  const [finding] = await create({ server: { url }, clockAhead }).find('Clock');

  expect(finding).toMatchObject({ status, says: expect.stringMatching(says) });
});

test('tells a proxy without its password', async () => {
  const server = { url: 'https://127.0.0.1:1' };
  const named = await create({ server, proxy: 'http://ada:secret@proxy.lan:3128' }).find('Proxy');
  const ofSystem = await create({ server }).find('Proxy');

  expect(named[0]?.says).toBe('HTTPS_PROXY names proxy.lan:3128.');
  expect(ofSystem[0]?.says).toBe('The system uses PROXY proxy.lan:3128.');
});

const noAuthority = whyNoAuthority();
test.skipIf(noAuthority !== null)(
  `says that a certificate is not trusted${noAuthority ? ` (skipped: ${noAuthority})` : ''}`,
  async () => {
    const { cert, key } = createPrivateAuthority(path.join(folder, 'ca')).issue('localhost');
    const server = createServer({ cert, key }, (_request, response) => response.end('{}')).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const { port } = Object(server.address());

    const [finding] = await create({ server: { url: `https://localhost:${port}` } }).find('Connection');

    expect(finding).toMatchObject({
      status: 'bad',
      says: expect.stringContaining('certificate is not trusted'),
    });
  },
);

test('writes a bundle without what is nobody else’s business', async () => {
  const lines = Array.from({ length: 400 }, (_, index) => `{"event":"line-${index}"}`);
  const secrets = [
    '{"setupCode":"QKMT-CLJ8-H94N","open":"http://nas/sign-in#setup=QKMT-CLJ8-H94N"}',
    '{"url":"/data/abcdefgh/chair/1k/a.obj","token":"lsu_abcdefghijkl","who":"ada.artist@studio.lan"}',
    '{"folder":"/home/ada/Lodestock"}',
  ];
  const { doctor } = create({ mainLog: [...lines, ...secrets, ''].join('\n') });

  const { name, text } = await doctor['doctor.bundle'](undefined);

  expect(name).toMatch(/^lodestock-diagnostics-\d{4}-\d\d-\d\d\.txt$/);
  for (const secret of ['QKMT', 'abcdefgh', 'ada.artist', '/home/ada', 'line-99"'])
    expect(text).not.toContain(secret);
  for (const kept of ['line-399"', '~/Lodestock', 'Lodestock 1.2.3', '"parallelDownloads"', '(nothing)'])
    expect(text).toContain(kept);
});

test('hides the home folder as Windows writes it in JSON', () => {
  const text = JSON.stringify({ folder: 'C:\\Users\\Ada\\Lodestock' });

  expect(toShareable(text, 'C:\\Users\\Ada')).toBe('{"folder":"~\\\\Lodestock"}');
});

test('tells of crashes without what was in memory', async () => {
  const { doctor } = create();
  const dumps = path.join(folder, 'Crashpad/completed');
  mkdirSync(dumps, { recursive: true });
  writeFileSync(path.join(dumps, 'a1.dmp'), 'lsp_secret in memory');
  utimesSync(path.join(dumps, 'a1.dmp'), 0, Date.parse('2026-11-20T10:00:00Z') / 1000);

  const { text } = await doctor['doctor.bundle'](undefined);

  expect(text).toContain('2026-11-20T10:00:00.000Z a1.dmp, 20 bytes');
  expect(text).not.toContain('in memory');
});

test('makes no library again whose disk is away', async () => {
  const library = path.join(folder, 'pulled');
  const absence = 'The library is not connected.';

  const [finding] = await create({ libraryFolder: library, absence }).find('Library');

  expect(finding).toMatchObject({ status: 'bad', says: absence });
  expect(existsSync(library)).toBe(false);
});
