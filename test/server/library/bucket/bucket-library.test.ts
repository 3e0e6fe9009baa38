import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createProblems } from '../../../../server/catalogue/write/problems.ts';
import { objText, simpleModel } from '../../../helpers/library-folder.ts';
import { sampleZip } from '../../../helpers/sample-archives.ts';
import { registerPerson, startTestServer } from '../../../helpers/test-server.ts';
import { type StoreFault, type StoreSettings, startToyStore } from '../../../helpers/toy-store.ts';
import { waitUntil } from '../../../helpers/watched-library.ts';

type Given = {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly store?: Partial<StoreSettings>;
  readonly fault?: StoreFault;
  readonly environment?: Readonly<Record<string, string>>;
};

async function startInBucket({ files, store: settings = {}, fault, environment = {} }: Given) {
  const store = await startToyStore(files, settings);
  if (fault) await store.fail(fault);
  const server = await startTestServer({ environment: { ...store.environment(), ...environment } });
  const models = () =>
    server.db.prepare<[], string>("SELECT folder || ' ' || title FROM model ORDER BY folder").pluck().all();
  const problems = () =>
    createProblems(server.db)
      .list()
      .map(({ path, kind, reason }) => ({ path, kind, reason }));
  /** Objects whose content was asked for since this was last called. */
  const read = async () =>
    (await store.asked()).flatMap((one) => (/^GET \?/.test(one) ? [] : [one.replace(/^GET /, '')])).sort();
  const close = async () => {
    await server.close();
    await store.close();
  };
  return { store, server, models, problems, read, close };
}

const table = simpleModel('table', { guid: 'table', priceUsd: 0 });

test('takes in topology folders, ordinary ones and archives', async () => {
  const { models, problems, store, server, close } = await startInBucket({
    files: {
      ...table,
      'desk/1k/thing.obj': objText(4, 'desk'),
      'desk/.lodestock.json': JSON.stringify({ guid: 'desk-of-before' }),
      'Shop/Oak chair/chair.obj': objText(30, 'chair', 'chair.mtl'),
      'Shop/Oak chair/chair.mtl': 'newmtl wood\nmap_Kd wood.png\n',
      'Shop/Oak chair/textures/wood.png': table['table/1k/textures/wood.png'] ?? '',
      'Shop/lamp.zip': sampleZip([{ name: 'lamp.obj', content: objText(12, 'lamp') }]),
      "Möbel + Co/x (1) & 'y'/1k/Stuhl 100%.obj": objText(3, 'odd'),
      'bad//1k/thing.obj': objText(3, 'nameless'),
      'up/../../1k/thing.obj': objText(3, 'up'),
      both: 'an object',
      'both/1k/thing.obj': objText(3, 'both'),
      'marker/': '',
    },
    store: { pageSize: 2 },
  });
  onTestFinished(close);
  const guids = () => server.db.prepare('SELECT guid FROM model ORDER BY folder').pluck().all();
  const before = guids();
  const needs = server.db
    .prepare("SELECT needs FROM file WHERE place = 'Shop/Oak chair/chair.obj'")
    .pluck()
    .get();

  await server.scan();

  expect(models()).toEqual([
    "Möbel + Co/x (1) & 'y' X (1) & 'y'",
    ...['Shop/Oak chair Chair', 'Shop/lamp.zip Lamp', 'both Both', 'desk Desk', 'table table'],
  ]);
  expect(needs).toContain('wood.png');
  expect(before).toContain('desk-of-before');
  expect(guids()).toEqual(before);
  expect(problems()).toEqual([
    expect.objectContaining({ path: 'bad/', reason: expect.stringContaining('two slashes') }),
    expect.objectContaining({ path: 'both', reason: expect.stringContaining('folder of the same name') }),
  ]);
  // Nothing is ever written there.
  expect((await store.asked()).filter((one) => !one.startsWith('GET '))).toEqual([]);
});

test('follows changes by listing again and again', async () => {
  const { store, models, close } = await startInBucket({
    files: table,
    environment: { LODESTOCK_WATCH: 'true', LODESTOCK_SCAN_INTERVAL_SECONDS: '0.2' },
  });
  onTestFinished(close);

  await store.write(simpleModel('lamp'));

  await waitUntil(() => models().includes('lamp lamp'));
});

test('starts while the store is away, and is never emptied', async () => {
  const { server, store, models, problems, close } = await startInBucket({
    files: table,
    fault: { kind: 'away' },
  });
  onTestFinished(close);
  const atFirst = [models(), problems().map(({ kind }) => kind)];

  await store.fail(null);
  await server.scan();
  const there = models();
  for (const key of Object.keys(table)) await store.remove(key);
  await server.scan();

  expect(atFirst).toEqual([[], ['unreadable']]);
  expect([there, models()]).toEqual([['table table'], ['table table']]);
  expect(problems()).toEqual([expect.objectContaining({ path: '', kind: 'missing' })]);
});

describe('a library that is there', () => {
  const large = Buffer.alloc(3_000_000, 'some bytes ');
  let started: Awaited<ReturnType<typeof startInBucket>>;
  let token = '';
  beforeAll(async () => {
    const files = { ...table, 'table/10k/large.psd': large };
    started = await startInBucket({ files, store: { pageSize: 2 } });
    token = (await registerPerson(started.server)).token;
  });
  afterAll(() => started.close());
  const ask = (relativePath = '10k/thing.obj') =>
    started.server.call('agentDirect', { guid: 'table', relativePath }, { token });
  const addressOf = async (relativePath?: string) => (await ask(relativePath)).body.downloadUrl;

  test('reads again only what changed', async () => {
    const { server, store, models, read } = started;
    await read();

    await server.scan();
    const unchanged = await read();
    await store.put('table/product.json', JSON.stringify({ guid: 'table', title: 'Desk', priceUsd: 0 }));
    await server.scan();
    const changed = await read();
    await store.write(simpleModel('lamp'));
    await store.remove('table/1k/thing.obj');
    await server.scan();

    expect(unchanged).toEqual([]);
    expect(changed).toEqual(['table/product.json']);
    expect(models()).toEqual(['lamp lamp', 'table Desk']);
    expect((await read()).every((key) => key.startsWith('lamp/'))).toBe(true);
  });

  test('finds what changed while it was listed', async () => {
    const { server, store, models } = started;

    await store.afterPage(store.toPut('a new one/1k/thing.obj', objText(3, 'new')));
    await server.scan();
    await server.scan();

    expect(models()).toEqual(['a new one A new one', 'lamp lamp', 'table Desk']);
  });

  test.each<[string, StoreFault, RegExp]>([
    ['is away', { kind: 'away' }, /cannot be reached/],
    ['refuses the key', { kind: 'refuses', status: 403, code: 'AccessDenied' }, /403 AccessDenied/],
    ['has no such bucket', { kind: 'refuses', status: 404, code: 'NoSuchBucket' }, /404 NoSuchBucket/],
  ])('changes and charges nothing while the store %s', async (_, fault, reason) => {
    const { server, store, models, problems } = started;
    const before = models();

    await store.fail(fault);
    await server.scan();
    const during = problems();
    server.advance(60_000); // what was looked at lately is not looked at again
    const refused = await ask();
    await store.fail(null);
    await server.scan();
    const again = await ask();

    expect(models()).toEqual(before);
    expect(during).toEqual([expect.objectContaining({ path: '', reason: expect.stringMatching(reason) })]);
    expect([refused.status, refused.error.code]).toEqual([502, 'FILE_HOST_UNAVAILABLE']);
    expect([again.status, problems()]).toEqual([200, []]);
  });

  test.each([
    ['ahead', 3],
    ['behind', -3],
    ['right', 0],
  ])('gets along with a store whose clock is %s', async (_, hours) => {
    const { server, store, problems } = started;

    await store.change({ clockAhead: hours * 3_600_000 });
    await server.scan();
    const response = await fetch(await addressOf());

    expect(problems()).toEqual([]);
    expect(await response.text()).toBe(table['table/10k/thing.obj']);
  });

  test('goes on where a transfer breaks off', async () => {
    const { store } = started;
    const address = await addressOf('10k/large.psd');
    await store.asked();

    await store.fail({ kind: 'breaks', bytes: 1_000_000 });
    const received = Buffer.from(await (await fetch(address)).arrayBuffer());

    expect(received.equals(large)).toBe(true);
    expect((await store.asked()).length).toBeGreaterThan(1);
  });

  test('never gives another object under the old name', async () => {
    const { server, store } = started;
    const address = await addressOf('10k/large.psd');
    const other = Buffer.alloc(large.length, 'other bytes');

    await store.put('table/10k/large.psd', other);
    const refused = await fetch(address);
    await store.fail({ kind: 'ignores-conditions' });
    const refusedAgain = await fetch(address);
    await store.fail(null);
    await server.scan();
    const now = await fetch(address);

    expect([refused.status, refusedAgain.status, now.status]).toEqual([502, 502, 200]);
    expect(Buffer.from(await now.arrayBuffer()).equals(other)).toBe(true);
  });

  test('holds to what an upload in parts is called', async () => {
    const { server, store } = started;
    await store.put('table/10k/large.psd', large, { etag: 'no-digest-of-anything-3' });

    await server.scan();
    const received = Buffer.from(await (await fetch(await addressOf('10k/large.psd'))).arrayBuffer());

    expect(received.equals(large)).toBe(true);
  });
});
