import { hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../../../server/base/db/open-database.ts';
import { CopyHead, copyHeader, copyPath } from '../../../../server/sync/copy/copy-head.ts';
import { fetchCatalogue } from '../../../../server/sync/copy/fetch-catalogue.ts';
import { fakeProduct, startFakeHost, syncKey } from '../../../helpers/fake-host.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';
import { registerPerson } from '../../../helpers/test-server.ts';
import { startTestSite, until, wish } from '../../../helpers/test-site.ts';

const guids = ['a', 'b', 'c'];

async function startPeer() {
  const host = await startFakeHost();
  for (const guid of guids) host.put(fakeProduct(guid, 1));
  const site = await startTestSite([host]);
  await until(() => Object.keys(site.models()).length === guids.length);
  return { host, site };
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const fetchFrom = (dataDir: string, peers: string[], key = syncKey) =>
  fetchCatalogue({ dataDir, peers, syncKey: key, sharedAccounts: null, work: { isOurs: () => true } });

/** A copy as a site gives it, and a peer that gives another one. */
async function askCopy(baseUrl: string) {
  const response = await fetch(baseUrl + copyPath, { headers: { authorization: `Bearer ${syncKey}` } });
  const head = CopyHead.parse(JSON.parse(response.headers.get(copyHeader) ?? ''));
  return { head, bytes: zstdDecompressSync(Buffer.from(await response.arrayBuffer())) };
}
const give = (head: CopyHead, body: Buffer) =>
  serve((_request, response) => {
    response.writeHead(200, { [copyHeader]: JSON.stringify(head) });
    response.end(body);
  });

test('a new site has the models of another and asks the hosts for none of them again', async () => {
  const { host, site } = await startPeer();
  await registerPerson(site);
  const dataDir = makeFolder();

  const fetched = await fetchFrom(dataDir, [site.baseUrl]);
  const asked = host.asked.length;
  const again = await startTestSite([host], { dataDir });
  host.put(fakeProduct('d', 1));
  await until(() => again.models().d === 1);

  expect(fetched).toEqual({ from: site.baseUrl, faults: [] });
  expect(again.models()).toEqual({ a: 1, b: 1, c: 1, d: 1 });
  expect(again.db.prepare('SELECT count(*) FROM file').pluck().get()).toBe(4);
  // Both sites ask for what is new.
  expect(new Set(host.asked.slice(asked).filter((name) => name.startsWith('product/')))).toEqual(
    new Set(['product/d']),
  );
  expect(readdirSync(dataDir).filter((name) => name.startsWith('catalogue-'))).toEqual([]);
  expect(readdirSync(path.join(site.dataDir, 'copies'))).toEqual([]);
});

test('a site that has lost its catalogue takes that of another, and keeps its own people', async () => {
  const { host, site } = await startPeer();
  const dataDir = makeFolder();
  const own = await startTestSite([host], { dataDir });
  await until(() => Object.keys(own.models()).length === guids.length);
  const { token } = await registerPerson(own);
  await own.call('agentDirect', wish('a'), { token });
  await own.close();
  for (const name of readdirSync(dataDir))
    if (/^(catalogue\.db|search\.index)/.test(name)) rmSync(path.join(dataDir, name));

  const fetched = await fetchFrom(dataDir, [site.baseUrl]);
  const asked = host.asked.length;
  const again = await startTestSite([host], { dataDir });
  const owned = await again.call('agentDirect', wish('a'), { token });
  const due = again.db.prepare('SELECT guid FROM popularity_due').pluck().all();

  expect(fetched).toEqual({ from: site.baseUrl, faults: [] });
  expect(again.models()).toEqual({ a: 1, b: 1, c: 1 });
  expect(owned.body).toMatchObject({ chargedUsd: 0 });
  expect(due).toEqual(['a']);
  expect(host.asked.slice(asked).filter((name) => name.startsWith('product/'))).toEqual([]);
});

test('gives nothing of accounts, and nothing to who has no key', async () => {
  const { site } = await startPeer();
  await registerPerson(site);
  const { email } = site.db.prepare<[], { email: string }>('SELECT email FROM account').get() ?? {};
  const dataDir = makeFolder();

  const { bytes } = await askCopy(site.baseUrl);
  const refused = await fetch(site.baseUrl + copyPath, { headers: { authorization: 'Bearer other' } });
  const fetched = await fetchFrom(dataDir, [site.baseUrl], 'another-key');

  expect(email).toMatch(/@/);
  expect(bytes.includes(email ?? '')).toBe(false);
  expect(refused.status).toBe(401);
  expect(fetched?.from).toBeNull();
  expect(fetched?.faults[0]).toContain('it refuses the sync key');
});

test('passes over peers that are down or give what is not whole, and leaves nothing of theirs', async () => {
  const { site } = await startPeer();
  const { head, bytes } = await askCopy(site.baseUrl);
  const packed = zstdCompressSync(bytes);
  const damaged = Buffer.from(bytes);
  damaged.writeUInt8(damaged.readUInt8(5000) ^ 1, 5000);
  const dataDir = makeFolder();
  const peers = [
    'http://127.0.0.1:9',
    await serve((_request, response) => response.writeHead(404).end()),
    await serve((_request, response) => response.end('{}')),
    await give({ ...head, schema: head.schema + 1 }, packed),
    await give(head, packed.subarray(0, packed.length / 2)),
    await give(head, zstdCompressSync(bytes.subarray(0, bytes.length / 2))),
    await give(head, zstdCompressSync(damaged)),
    await give(head, Buffer.from('no zstd')),
    await serve((_request, response) => {
      response.writeHead(200, { [copyHeader]: JSON.stringify(head) });
      response.write(packed.subarray(0, 100), () => response.destroy());
    }),
  ];

  const failed = await fetchFrom(dataDir, peers);
  const left = readdirSync(dataDir);
  const fetched = await fetchFrom(dataDir, [...peers, site.baseUrl]);

  expect(failed?.from).toBeNull();
  expect(failed?.faults.map((fault) => fault.replace(/.*catalogue: /, ''))).toEqual([
    'fetch failed.',
    'it answered 404.',
    'it is not a site that gives copies.',
    'it is of another version.',
    expect.any(String),
    expect.any(String),
    'it arrived damaged.',
    expect.any(String),
    expect.any(String),
  ]);
  expect(left).toEqual([]);
  expect(fetched?.from).toBe(site.baseUrl);
});

const spoiled: readonly [what: string, statement: string, fault: string][] = [
  ['a table', 'CREATE TABLE account (id TEXT PRIMARY KEY) STRICT', 'another version'],
  [
    'rows of no copy',
    "INSERT INTO scanned_folder (folder, stamp, facts) VALUES ('a', '', '{}')",
    'scanned_folder',
  ],
  ['a setting', "INSERT INTO catalogue_setting VALUES ('library_read', 'yes')", 'library_read'],
  ['a trigger', 'CREATE TRIGGER more AFTER INSERT ON model BEGIN DELETE FROM file; END', 'another version'],
  ['a view', 'CREATE VIEW more AS SELECT 1', 'another version'],
  [
    'a model of no host',
    'UPDATE model SET host = NULL; DELETE FROM sync_change; DELETE FROM job; DELETE FROM job_count',
    'no file host',
  ],
  ['another version', 'PRAGMA user_version = 7', 'another version'],
];

test('takes no database that has more than a catalogue in it', async () => {
  const { site } = await startPeer();
  const { head, bytes } = await askCopy(site.baseUrl);
  const faults: string[] = [];

  for (const [, statement] of spoiled) {
    const file = path.join(makeFolder(), 'spoiled.db');
    writeFileSync(file, bytes.subarray(0, head.database.bytes));
    const db = new Database(file);
    db.exec(statement);
    db.close();
    const spoilt = readFileSync(file);
    const sha256 = hash('sha256', spoilt);
    const peer = await give(
      { ...head, database: { bytes: spoilt.length, sha256 }, index: null },
      zstdCompressSync(spoilt),
    );
    const dataDir = makeFolder();
    const fetched = await fetchFrom(dataDir, [peer]);
    faults.push(fetched?.faults[0] ?? '');
    expect(existsSync(path.join(dataDir, 'lodestock.db'))).toBe(false);
  }

  for (const [index, [, , fault]] of spoiled.entries()) expect(faults[index]).toContain(fault);
});

test('never replaces a database that is there', async () => {
  const { site } = await startPeer();
  const dataDir = makeFolder();
  openDatabase(path.join(dataDir, 'lodestock.db')).close();

  expect(await fetchFrom(dataDir, [site.baseUrl])).toBeNull();
});

test('waits for a process that has made the file of accounts and not yet the catalogue', async () => {
  const { site } = await startPeer();
  const dataDir = makeFolder();
  writeFileSync(path.join(dataDir, 'lodestock.db'), '');

  const fetched = await fetchFrom(dataDir, [site.baseUrl]);

  expect(fetched).toEqual({ from: site.baseUrl, faults: [] });
});
