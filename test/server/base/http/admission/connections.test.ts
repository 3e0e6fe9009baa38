import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import type { TuningInput } from '../../../../../server/config/tuning.ts';
import { announceBody, openRaw } from '../../../../helpers/raw-connection.ts';
import { startTestServer, type TestServer } from '../../../../helpers/test-server.ts';

type Limits = NonNullable<NonNullable<TuningInput['admission']>['connections']>;

const start = (connections: Limits) => startTestServer({ tuning: { admission: { connections } } });
const open = ({ baseUrl }: TestServer) => openRaw(baseUrl);
/** A connection, and the server's end of it. */
async function openBothEnds(server: TestServer) {
  const { promise: accepted, resolve } = Promise.withResolvers<Socket>();
  server.app.http.server.once('connection', resolve);
  return { connection: await open(server), accepted: await accepted };
}
const openMany = (server: TestServer, count: number) =>
  Promise.all(Array.from({ length: count }, () => open(server)));

const quick = { head: 100, check: 20 };

test('closes connections that never say anything', async () => {
  const server = await start(quick);
  const silent = await openMany(server, 5);

  await Promise.all(silent.map(({ ended }) => ended));

  expect(silent.map(({ received }) => received())).toEqual(['', '', '', '', '']);
  await expect.poll(server.app.admission.connections.size).toBe(0);
  await expect.poll(() => server.logged.join('')).toContain('"event":"connections-closed","reason":"silent"');
});

test('tells half a request that it came too late', async () => {
  const server = await start({ check: 20 });
  const { connection: half, accepted } = await openBothEnds(server);
  half.write('GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n');
  await expect.poll(() => accepted.bytesRead).toBeGreaterThan(0);

  server.app.http.server.headersTimeout = 1;
  const answer = await half.receive('"requestId"');

  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
});

test('closes half a request whose sender ignores it', async () => {
  const server = await start(quick);
  const { connection: half } = await openBothEnds(server);
  half.socket.pause();
  half.write(announceBody('POST', '/api/auth/login', 1000));

  await expect.poll(server.app.admission.connections.size).toBe(0);
});

test('makes room for a newcomer among silent connections', async () => {
  const server = await start({ most: 16 });
  await openMany(server, 40);

  const { status } = await fetch(`${server.baseUrl}/healthz`);

  expect(status).toBe(200);
  expect(server.app.admission.connections.size()).toBeLessThanOrEqual(16);
  expect(server.logged.join('')).toContain('"event":"connections-closed","reason":"full"');
});

test('lets those who wait for an answer stay', async () => {
  const server = await start({ most: 4 });
  const busy = await openMany(server, 4);
  for (const { write } of busy) write(announceBody('POST', '/api/auth/login', 10));
  await expect.poll(server.app.admission.bodies.bytes).toBe(40);

  const newcomer = await open(server);
  await newcomer.ended;
  for (const { write } of busy) write('{"a":true}');
  const answers = await Promise.all(busy.map(({ receive }) => receive('\r\n\r\n')));

  expect(new Set(answers.map((answer) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 400']));
});

/** Asks for more than the buffers of the system hold, and reads nothing. */
async function askWithoutReading(server: TestServer) {
  const { connection: lazy } = await openBothEnds(server);
  lazy.socket.pause();
  lazy.write('GET /api/manifest.yaml HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n'.repeat(30));
  return lazy;
}

test('closes the connection of who takes no answer', async () => {
  const server = await start({ stall: 200 });
  await askWithoutReading(server);

  await expect.poll(server.app.admission.connections.size).toBe(0);
});

test('closes who takes an answer too slowly', async () => {
  const server = await start({ answer: 200, check: 20 });
  await askWithoutReading(server);

  await expect.poll(server.app.admission.connections.size).toBe(0);
  await expect.poll(() => server.logged.join('')).toContain('"reason":"slow"');
});

test('keeps silent streams of events open', async () => {
  const server = await start({ answer: 0, check: 3_600_000 });
  const { connection: stream, accepted } = await openBothEnds(server);
  stream.write('GET /mcp/sse HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n');
  const text = await stream.receive('data: /mcp/messages');
  const endpoint = /data: (\S+)/.exec(text)?.[1];
  const ping = { jsonrpc: '2.0', id: 7, method: 'ping' };

  server.app.admission.connections.sweep();
  const posted = await fetch(`${server.baseUrl}${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ping),
  });

  expect([accepted.timeout, posted.status]).toEqual([0, 202]);
  expect(await stream.receive('"id":7')).toContain('"result":{}');
});

test('serves on after many connections at once', async () => {
  const server = await start({ most: 16 });
  const many = await openMany(server, 60);
  for (const { close } of many) close();
  await Promise.all(many.map(({ socket }) => (socket.destroyed ? null : once(socket, 'close'))));

  const { status } = await fetch(`${server.baseUrl}/api-embeddings/browse`);

  expect(status).toBe(200);
});
