import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { createPasswords } from '../../../../../server/accounts/sign-in/passwords.ts';
import type { TuningInput } from '../../../../../server/config/tuning.ts';
import { makeLibraryFolder, objText } from '../../../../helpers/library-folder.ts';
import { announceBody, openRaw, type RawConnection } from '../../../../helpers/raw-connection.ts';
import { registerPerson, startTestServer, type TestServer } from '../../../../helpers/test-server.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleanups.splice(0).reverse()) await clean();
});

type Tuned = NonNullable<TuningInput['admission']>;
type More = Pick<NonNullable<Parameters<typeof startTestServer>[0]>, 'libraryDir' | 'passwords'>;

async function start(admission: Tuned, more: More = {}) {
  const server = await startTestServer({
    tuning: { admission },
    environment: { LODESTOCK_TRUST_PROXY: 'true' },
    ...more,
  });
  cleanups.push(server.close);
  return server;
}
async function open(baseUrl: string): Promise<RawConnection> {
  const connection = await openRaw(baseUrl);
  cleanups.push(connection.close);
  return connection;
}
const head = (path: string, from: string, more = '') =>
  `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${from}\r\n${more}\r\n`;
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

/** Keeps the turn of the event loop in which a server is from ending; answers how to let it end. */
function holdTurn(): () => void {
  const held: (() => void)[] = [];
  const real = setImmediate;
  const spy = vi.spyOn(globalThis, 'setImmediate').mockImplementation((work, ...args) => {
    held.push(() => work(...args));
    return real(() => undefined);
  });
  return () => {
    spy.mockRestore();
    for (const go of held.splice(0)) setImmediate(go);
  };
}

/** Sends requests on connections that are open; the server begins with none before it has read all of them. */
async function sendAtOnce({ baseUrl, app }: TestServer, requests: readonly string[]): Promise<string[]> {
  const before = app.admission.connections.size();
  const connections = await Promise.all(requests.map(() => open(baseUrl)));
  await expect.poll(app.admission.connections.size).toBe(before + requests.length);
  let arrived = 0;
  app.http.server.on('request', () => {
    arrived += 1;
  });
  await nextTurn(); // the one that let the last connection in is over
  const letEnd = holdTurn();
  cleanups.push(letEnd);
  for (const [index, { write }] of connections.entries()) write(requests[index] ?? '');
  await expect.poll(() => arrived).toBe(requests.length);
  letEnd();
  return Promise.all(connections.map(({ receive }) => receive('\r\n\r\n')));
}

const never = new Promise<string>(() => undefined);
const browse = '/api-embeddings/browse';

test('refuses what finds no place, and says when to come again', async () => {
  const server = await start({ door: { budget: 0, places: 4 } });

  const answers = await sendAtOnce(server, Array<string>(10).fill(head(browse, '203.0.113.1')));

  const refused = answers.filter((answer) => statusOf(answer) === 503);
  expect(answers.filter((answer) => statusOf(answer) === 200)).toHaveLength(4);
  expect(refused).toHaveLength(6);
  expect(refused[0]).toMatch(/\r\nretry-after: 2\r\n/i);
  expect(refused[0]).toMatch(/\r\naccess-control-allow-origin: \*\r\n/i);
  expect(server.app.admission.door.waiting()).toBe(0);
});

test('gives a newcomer a place of whoever has most', async () => {
  const server = await start({ door: { budget: 0, places: 4 } });
  const crowd = Array<string>(10).fill(head(browse, '203.0.113.1'));

  const answers = await sendAtOnce(server, [...crowd, head(browse, '203.0.113.2')]);

  expect(statusOf(answers.at(-1) ?? '')).toBe(200);
  expect(answers.slice(0, -1).filter((answer) => statusOf(answer) === 200)).toHaveLength(3);
});

test('tells people behind one address apart by token', async () => {
  const server = await start({ door: { budget: 0, places: 4 } });
  const [one, other] = [await registerPerson(server), await registerPerson(server)];
  await expect.poll(server.app.admission.door.waiting).toBe(0);
  const ask = ({ token }: { token: string }) =>
    head('/api/account', '203.0.113.1', `Authorization: Bearer ${token}\r\n`);

  const answers = await sendAtOnce(server, [...Array<string>(10).fill(ask(one)), ask(other)]);

  expect(statusOf(answers.at(-1) ?? '')).toBe(200);
  expect(answers.filter((answer) => statusOf(answer) === 200)).toHaveLength(4);
});

test('lets kinds of work wait apart', async () => {
  const server = await start({ door: { budget: 0, places: 4 } });
  const crowd = Array<string>(10).fill(head(browse, '203.0.113.1'));

  const answers = await sendAtOnce(server, [...crowd, head('/api/session', '203.0.113.1')]);

  expect(statusOf(answers.at(-1) ?? '')).toBe(200);
  expect(answers.slice(0, -1).filter((answer) => statusOf(answer) === 200)).toHaveLength(4);
});

test('answers health however much waits', async () => {
  const server = await start({ door: { budget: 0, places: 0 } });

  const [page = '', health = ''] = await sendAtOnce(server, [
    head(browse, '203.0.113.1'),
    head('/healthz', '203.0.113.1'),
  ]);

  expect([statusOf(page), statusOf(health)]).toEqual([503, 200]);
});

test('forgets who left while waiting', async () => {
  const server = await start({ door: { budget: 0, places: 4 } });
  const leaving = await open(server.baseUrl);
  leaving.write(head(browse, '203.0.113.1').repeat(3));
  leaving.close();

  const { status } = await fetch(server.baseUrl + browse);

  expect(status).toBe(200);
  await expect.poll(server.app.admission.door.waiting).toBe(0);
});

test('ends a connection with too many requests on their way', async () => {
  const server = await start({ door: { budget: 0 } });
  const greedy = await open(server.baseUrl);
  greedy.write(head(browse, '203.0.113.1').repeat(100));

  await greedy.ended;

  expect((await fetch(server.baseUrl + browse)).status).toBe(200);
});

/** A server with a file that no client can take all of while it does not read, and a way to ask for it. */
async function startWithFile(files: NonNullable<Tuned['rooms']>['files']) {
  const scene = `${objText(1, 'chair')}${`# ${'x'.repeat(500)}\n`.repeat(30_000)}`;
  const library = makeLibraryFolder({ 'chair/1k/chair.obj': scene });
  cleanups.push(() => library.remove());
  const server = await start({ rooms: { files } }, { libraryDir: library.folder });
  const { token } = await registerPerson(server);
  const { results } = (await server.call('browse', {})).body;
  const { downloadUrl } = (await server.call('agentDirect', { guid: results[0]?.guid ?? '' }, { token }))
    .body;
  const { pathname } = new URL(downloadUrl);
  const ask = async (from: string) => {
    const connection = await open(server.baseUrl);
    connection.socket.pause();
    connection.write(head(pathname, from));
    return connection;
  };
  return { ...server, room: server.app.admission.rooms.files, ask };
}

test('lets a transfer in when another ends', async () => {
  const { ask, room } = await startWithFile({ running: 1, perCaller: 1 });
  const first = await ask('203.0.113.1');
  await expect.poll(() => room?.running()).toBe(1);
  const second = await ask('203.0.113.2');
  await expect.poll(() => room?.waiting()).toBe(1);

  first.close();
  second.socket.resume();

  expect(statusOf(await second.receive('\r\n\r\n'))).toBe(200);
});

test('refuses a transfer that finds no room in time', async () => {
  const { ask, room } = await startWithFile({ running: 1, perCaller: 1, wait: 50 });
  await ask('203.0.113.1');
  await expect.poll(() => room?.running()).toBe(1);
  const second = await ask('203.0.113.2');
  second.socket.resume();

  const answer = await second.receive('"requestId"');

  expect(statusOf(answer)).toBe(503);
  expect(answer).toMatch(/\r\nretry-after: 2\r\n[\s\S]*"code":"UNAVAILABLE"/i);
});

test('makes those who find no room wait for their refusal', async () => {
  const quick = createPasswords({ memoryCost: 1024, timeCost: 1, parallelism: 1 });
  const { promise: allCame, resolve } = Promise.withResolvers<void>();
  const passwords = {
    ...quick,
    isRight: (...given: [string, string | null]) => allCame.then(() => quick.isRight(...given)),
  };
  const server = await start(
    {
      rooms: { passwords: { running: 1, perCaller: 1, places: 0 } },
      refusals: { most: 2, wait: 60_000 },
    },
    { passwords },
  );
  const guess = JSON.stringify({ email: 'nobody@example.org', password: 'wrong password' });
  const asked = `${announceBody('POST', '/api/auth/login', guess.length)}${guess}`;

  const crowd = await Promise.all(Array.from({ length: 4 }, () => open(server.baseUrl)));
  for (const { write } of crowd) write(asked);
  await Promise.race(crowd.map(({ ended }) => ended));
  resolve();
  const first = await Promise.race(
    crowd.map(({ receive }) => receive('\r\n\r\n').then((text) => text || never)),
  );

  expect(statusOf(first)).toBe(401);
  expect(crowd.filter(({ received }) => received() === '')).toHaveLength(3);
  expect(crowd.filter(({ socket }) => socket.readableEnded || socket.destroyed)).toHaveLength(1);
});

test('keeps room for others beside a greedy caller', async () => {
  const { ask, room } = await startWithFile({ running: 2, perCaller: 1 });
  await ask('203.0.113.1');
  await ask('203.0.113.1');
  await expect.poll(() => [room?.running(), room?.waiting()]).toEqual([1, 1]);

  const other = await ask('203.0.113.2');
  other.socket.resume();

  expect(statusOf(await other.receive('\r\n\r\n'))).toBe(200);
  expect(room?.waiting()).toBe(1);
});
