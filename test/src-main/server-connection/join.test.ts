import { expect, test, vi } from 'vitest';
import type { Settings } from '../../../src-main/platform/ipc/contract.ts';
import { initialSettings } from '../../../src-main/platform/ipc/settings-fields.ts';
import { createHttp } from '../../../src-main/platform/network/http.ts';
import { createJoin } from '../../../src-main/server-connection/join.ts';
import { answerJson, listen } from '../listen.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'models.studio.lan': ['127.0.0.1'],
  'nas.local': ['169.254.3.4'],
  'studio-nas': ['127.0.0.1'],
  'models.example.org': ['203.0.113.9'],
  'rebound.example': ['127.0.0.1', '203.0.113.9'],
};
async function resolve(hostname: string) {
  const found = names[hostname];
  if (found) return found;
  throw Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' });
}

function createTestJoin(current: string | null = null) {
  const follow = vi.fn(async (serverUrl: string): Promise<Settings> => {
    return { ...initialSettings({ defaultLibraryFolder: '/models', hasModelsFolder: false }), serverUrl };
  });
  const http = createHttp('test', { resolve });
  const join = createJoin({ http, resolve, follow, current: () => current, patience: 30_000 });
  return { join, follow };
}
const healthy = () => listen((_request, response) => answerJson(response, 200, { ok: true }));
const portOf = (origin: string) => new URL(origin).port;

test('asks before it joins a name of the own network', async () => {
  const { join, follow } = createTestJoin();

  const answer = await join({ address: 'http://models.studio.lan:8787', accepted: null });

  expect(answer).toEqual({
    status: 'ask',
    address: 'http://models.studio.lan:8787',
    addresses: ['127.0.0.1'],
  });
  expect(follow).not.toHaveBeenCalled();
});

test.each([
  'http://models.studio.lan:8787',
  'http://nas.local:8787',
  'http://studio-nas:8787',
  'http://100.101.1.2:8787',
  'http://192.168.1.20:8787',
  'http://[fd00::5]:8787',
])('joins %s once the person agreed', async (address) => {
  const { join, follow } = createTestJoin();
  expect(await join({ address, accepted: null })).toMatchObject({ status: 'ask' });

  expect(await join({ address, accepted: address })).toMatchObject({ status: 'joined' });

  expect(follow).toHaveBeenCalledExactlyOnceWith(address);
});

test('takes no agreement for another server', async () => {
  const { join, follow } = createTestJoin();

  const answer = await join({ address: 'http://studio-nas:8787', accepted: 'http://nas.local:8787' });

  expect(answer.status).toBe('ask');
  expect(follow).not.toHaveBeenCalled();
});

test.each([
  'https://models.example.org',
  'http://127.0.0.1:8787',
  'http://localhost:8787',
  'http://[::1]:8787',
])('joins %s without a question', async (address) => {
  const { join, follow } = createTestJoin();

  expect(await join({ address, accepted: null })).toMatchObject({ status: 'joined' });

  expect(follow).toHaveBeenCalledExactlyOnceWith(address);
});

test('asks not again for the server that it follows', async () => {
  const { join } = createTestJoin('http://studio-nas:8787');

  expect(await join({ address: 'http://studio-nas:8787', accepted: null })).toMatchObject({
    status: 'joined',
  });
});

test.each(['http://models.example.org', 'http://rebound.example', 'http://203.0.113.9'])(
  'never joins %s, whoever agrees',
  async (address) => {
    const { join, follow } = createTestJoin();

    await expect(join({ address, accepted: address })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('is on the internet and not encrypted'),
      details: { fields: { address: expect.any(String) } },
    });

    expect(follow).not.toHaveBeenCalled();
  },
);

test('says that a name cannot be found', async () => {
  const { join } = createTestJoin();

  await expect(join({ address: 'http://gone.lan:8787', accepted: null })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringContaining('its name could not be found'),
  });
});

/** A server that sends to another address of the same or another name. */
async function redirecting(name: string) {
  const { origin } = await healthy();
  const to = `http://${name}:${portOf(origin)}`;
  const first = await listen((request, response) =>
    response.writeHead(301, { location: `${to}${request.url}` }).end(),
  );
  return { port: portOf(first.origin), to };
}

/** A web server that has Lodestock below one path. */
const below = (path: string) =>
  listen((request, response) => {
    if (request.url === `${path}/healthz`) answerJson(response, 200, { ok: true });
    else response.writeHead(404).end('<h1>Studio</h1>');
  });

test('finds a server below a path that was typed without http', async () => {
  const { origin } = await below('/a/lodestock');
  const { join } = createTestJoin();

  const answer = await join({ address: `studio-nas:${portOf(origin)}/a/lodestock/`, accepted: null });

  expect(answer).toMatchObject({
    status: 'ask',
    address: `http://studio-nas:${portOf(origin)}/a/lodestock`,
  });
});

test.each(['http://127.0.0.1', '127.0.0.1'])('names the server above a page of %s', async (typed) => {
  const { origin } = await below('/lodestock');
  const { join, follow } = createTestJoin();

  const joined = join({ address: `${typed}:${portOf(origin)}/lodestock/model/a-knight`, accepted: null });

  await expect(joined).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(`Enter ${origin}/lodestock.`),
  });
  expect(follow).not.toHaveBeenCalled();
});

test('joins a server below a path that is away', async () => {
  const { join, follow } = createTestJoin();

  await join({ address: 'https://127.0.0.1:1/lodestock', accepted: null });

  expect(follow).toHaveBeenCalledExactlyOnceWith('https://127.0.0.1:1/lodestock');
});

test('takes no agreement to a server for another below the same name', async () => {
  const { join } = createTestJoin('http://studio-nas:1/a');

  const answer = await join({ address: 'http://studio-nas:1/b', accepted: 'http://studio-nas:1/a' });

  expect(answer.status).toBe('ask');
});

test('is led to another port of the same name', async () => {
  const { port, to } = await redirecting('studio-nas');
  const { join } = createTestJoin();

  expect(await join({ address: `studio-nas:${port}`, accepted: null })).toMatchObject({
    status: 'ask',
    address: to,
  });
});

test('is not led to a name that nobody typed', async () => {
  const { port, to } = await redirecting('models.studio.lan');
  const { join } = createTestJoin();

  await expect(join({ address: `studio-nas:${port}`, accepted: null })).rejects.toMatchObject({
    message: expect.stringContaining(`it leads on to ${to}`),
  });
});

test('takes nothing else for a server of Lodestock', async () => {
  const { origin } = await listen((_request, response) => response.end('<h1>NAS</h1>'));
  const { join, follow } = createTestJoin();

  await expect(join({ address: `studio-nas:${portOf(origin)}`, accepted: null })).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: expect.stringMatching(/No Lodestock server answers at “studio-nas:\d+” .*something else/),
  });
  expect(follow).not.toHaveBeenCalled();
});

test.each([
  '',
  'ftp://studio-nas',
  'http://ada:secret@studio-nas',
  'http://studio-nas/?q=a',
  'http://studio-nas/path#a',
  'two words',
])('refuses the address “%s” with a sentence', async (address) => {
  const { join } = createTestJoin();

  await expect(join({ address, accepted: address })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
