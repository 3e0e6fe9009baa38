import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../../../server/contract/limits.ts';
import { createPeerTickets } from '../../../../server/downloads/peers/peer-tickets.ts';
import { makeLibraryFolder, objText } from '../../../helpers/library-folder.ts';
import { signInPlugin } from '../../../helpers/plugin-session.ts';
import { startTestServer, type TestServer } from '../../../helpers/test-server.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();
const [paid, free] = [objText(40, 'paid'), objText(3, 'free')];
const library = makeLibraryFolder({
  'm/product.json': JSON.stringify({ guid: 'm', title: 'Chair', priceUsd: 1 }),
  'm/10k/chair.obj': paid,
  'm/1k/chair.obj': free,
});
const paidFile = { guid: 'm', relativePath: '10k/chair.obj', sha256: hashOf(paid).toString('hex') };
const freeFile = { guid: 'm', relativePath: '1k/chair.obj', sha256: hashOf(free).toString('hex') };
const place = { address: '192.168.7.3', port: 4000 };
const has = Buffer.concat([hashOf(paid).subarray(0, 8), hashOf(free).subarray(0, 8)]).toString('base64');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ libraryDir: library.folder });
});
afterAll(async () => {
  await server.close();
  library.remove();
});

async function signIn() {
  const person = await signInPlugin(server);
  const call = { token: person.appToken };
  return {
    ...person,
    here: (said: object = { has }) => server.call('peerHere', { places: [place], ...said }, call),
    gone: () => server.call('peerGone', {}, call),
    find: (file = paidFile) => server.call('findPeers', file, call),
    check: (ticket: string, { sha256 } = paidFile) => server.call('checkPeer', { ticket, sha256 }, call),
    unlock: () => server.call('pluginDirect', { guid: 'm', relativePath: '10k/chair.obj' }, call),
    revoke: async () => {
      const [app] = (await server.call('apps', {}, person)).body.apps;
      return server.call('revokeApp', { appId: app?.id ?? '' }, person);
    },
  };
}

/** One app that has both files, and one that owns them. */
async function meet() {
  const [lender, owner] = [await signIn(), await signIn()];
  await owner.unlock();
  await lender.here();
  const [found] = (await owner.find()).body.peers.slice(-1);
  return { lender, owner, ticket: found?.ticket ?? '', key: found?.key ?? '', places: found?.places };
}
async function leaveAll(...apps: readonly Awaited<ReturnType<typeof signIn>>[]) {
  for (const app of apps) await app.gone();
}

test('gives both apps the key for one file', async () => {
  const { lender, places, ticket, key } = await meet();

  const checked = await lender.check(ticket);

  expect(places).toEqual([place]);
  expect(checked.body).toEqual({ ok: true, key, validSeconds: limits.peers.check / 1000 });
  expect(Buffer.from(key, 'base64')).toHaveLength(32);
  await leaveAll(lender);
});

test('tells nobody of peers who may not have the file', async () => {
  const [lender, stranger] = [await signIn(), await signIn()];
  await lender.here();

  const [unpaid, gratis] = [await stranger.find(), await stranger.find(freeFile)];

  expect([unpaid.status, unpaid.error?.code]).toEqual([403, 'FORBIDDEN']);
  expect([gratis.status, gratis.body.peers.length]).toEqual([200, 1]);
  await leaveAll(lender);
});

const receiving = hashOf(paid).subarray(0, 8).toString('base64');

test('whoever began to receive a file first is ahead of the others', async () => {
  const apps = [await signIn(), await signIn(), await signIn()];
  for (const app of apps) {
    await app.unlock();
    await app.here({ has: '', receiving });
  }
  await apps[0]?.here(); // has it whole by now
  await apps[1]?.here({ receiving }); // says it again, and keeps its turn

  const found = await Promise.all(apps.map(async (app) => (await app.find()).body.peers));

  const aheadOf = found.map((peers) => peers.map(({ isAhead }) => isAhead).toSorted());
  expect(aheadOf).toEqual([
    [false, false],
    [false, false],
    [false, true],
  ]);
  await leaveAll(...apps);
});

test('whoever receives nothing itself may wait for all who do', async () => {
  const [app, asker] = [await signIn(), await signIn()];
  await asker.unlock();
  await app.here({ has: '', receiving });

  const before = (await asker.find()).body.peers.map(({ isAhead }) => isAhead);
  await app.here({ receiving: '' });

  expect([before, (await asker.find()).body.peers]).toEqual([[true], []]);
  await leaveAll(app);
});

test('finds no file that the catalogue does not have', async () => {
  const stranger = await signIn();

  const { status, error } = await stranger.find({ ...freeFile, sha256: paidFile.sha256 });

  expect([status, error?.code]).toEqual([404, 'FILE_NOT_FOUND']);
});

test('refuses a ticket at another peer, for another file, or changed', async () => {
  const { lender, owner, ticket } = await meet();
  const changed = `${ticket.slice(0, -2)}${ticket.endsWith('AA') ? 'BB' : 'AA'}`;

  const answers = [
    await owner.check(ticket),
    await lender.check(ticket, freeFile),
    await lender.check(changed),
  ];

  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  await leaveAll(lender);
});

test('refuses a ticket once its bearer has signed out', async () => {
  const { lender, owner, ticket } = await meet();
  const before = await lender.check(ticket);

  await owner.revoke();

  expect([before.status, (await lender.check(ticket)).status]).toEqual([200, 403]);
  await leaveAll(lender);
});

test('refuses a ticket after its time', async () => {
  const { lender, ticket } = await meet();

  server.advance(limits.peers.ticket);

  expect((await lender.check(ticket)).status).toBe(403);
});

test('forgets peers that say nothing more, are gone, or have signed out', async () => {
  const owner = await signIn();
  await owner.unlock();
  const [silent, gone, revoked] = [await signIn(), await signIn(), await signIn()];
  for (const app of [silent, gone, revoked]) await app.here();
  const count = async () => (await owner.find()).body.peers.length;
  const counts = [await count()];

  await gone.gone();
  counts.push(await count());
  await revoked.revoke();
  counts.push(await count());
  server.advance(limits.peers.lease);
  counts.push(await count());

  expect(counts).toEqual([3, 2, 1, 0]);
});

test('asks again for what an app has where it is not known', async () => {
  const app = await signIn();

  const answers = [await app.here({}), await app.here(), await app.here({})];

  expect(answers.map(({ body }) => body.knows)).toEqual([false, true, true]);
  await leaveAll(app);
});

test.each(['8.8.8.8', '172.32.0.1', '169.254.1.1', '100.64.0.1', '10.0.0.256', 'studio.lan', '::1'])(
  'leads nobody to %s',
  async (address) => {
    const app = await signIn();

    const { status, error } = await app.here({ has, places: [{ address, port: 80 }] });

    expect([status, error?.code]).toEqual([400, 'INVALID_INPUT']);
  },
);

test('opens tickets of other processes with the same key', () => {
  const [one, other, stranger] = ['a', 'a', 'b'].map((text) => createPeerTickets(Buffer.alloc(32, text)));
  const claims = { ...paidFile, tokenId: 't', accountId: 'a', peer: 'p', key: 'k', expiresAt: 1 };

  const ticket = one?.seal(claims) ?? '';

  expect(other?.open(ticket)).toEqual(claims);
  expect(stranger?.open(ticket)).toBeNull();
  expect(Buffer.from(ticket, 'base64url').toString('latin1')).not.toContain('10k/chair.obj');
});
