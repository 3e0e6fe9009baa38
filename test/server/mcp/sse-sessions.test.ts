import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { callTool, connectMcp } from '../../helpers/mcp-client.ts';
import { startTestServer, type TestServer } from '../../helpers/test-server.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});

const open = () => fetch(`${server.baseUrl}/mcp/sse`, { headers: { accept: 'text/event-stream' } });
const decoder = new TextDecoder();

async function endpointOf(response: Response) {
  const { value } = (await response.body?.getReader().read()) ?? {};
  return /data: (\S+)/.exec(decoder.decode(value))?.[1] ?? '';
}

test('names a session that cannot be guessed', async () => {
  const [first, second] = [await endpointOf(await open()), await endpointOf(await open())];

  expect(first).toMatch(/^\/mcp\/messages\?sessionId=[A-Za-z0-9_-]{43}$/);
  expect(second).not.toBe(first);
});

test('refuses messages to no session, and no messages', async () => {
  const endpoint = await endpointOf(await open());
  const post = (url: string, body: string) =>
    fetch(`${server.baseUrl}${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });

  const nowhere = await post('/mcp/messages?sessionId=guessed', '{"jsonrpc":"2.0","id":1,"method":"ping"}');
  const nonsense = await post(endpoint, '{"id":');
  const unnamed = await post('/mcp/messages', '{}');

  expect([nowhere.status, nonsense.status, unnamed.status]).toEqual([404, 400, 400]);
});

test('bounds the sessions of one address', async () => {
  const responses = await Promise.all(Array.from({ length: 250 }, open));

  const refused = await open();
  await responses[0]?.body?.cancel();
  await expect.poll(async () => (await open()).status).toBe(200);

  expect(responses.every(({ status }) => status === 200)).toBe(true);
  expect(refused.status).toBe(429);
  expect(refused.headers.get('retry-after')).not.toBeNull();
});

test('serves many sessions side by side', async () => {
  const clients = await Promise.all(Array.from({ length: 20 }, () => connectMcp(server.baseUrl, 'sse')));

  const answers = await Promise.all(clients.map((client) => callTool(client, 'list_categories', {})));
  await Promise.all(clients.map((client) => client.close()));

  expect(answers.every(({ content }) => content?.total_int === 0)).toBe(true);
});

test('cuts off a client that does not read', async () => {
  const { hostname, port } = new URL(server.baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /mcp/sse HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  let text = '';
  while (!text.includes('sessionId=')) text += String((await once(socket, 'data'))[0]);
  socket.pause();
  const endpoint = /data: (\S+)/.exec(text)?.[1] ?? '';
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const headers = { 'content-type': 'application/json' };

  let status = 202;
  for (let i = 0; i < 5000 && status === 202; i += 1) {
    status = (await fetch(`${server.baseUrl}${endpoint}`, { method: 'POST', headers, body })).status;
  }
  socket.destroy();

  expect(status).toBe(404);
});

test('ends open sessions when the server stops', async () => {
  const response = await open();

  await server.app.http.close();
  const text = await response.text();

  expect(text).toContain('event: endpoint');
});

test('says something before a proxy cuts a silent stream', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const idle = await startTestServer();
  const response = await fetch(`${idle.baseUrl}/mcp/sse`, { headers: { accept: 'text/event-stream' } });
  const reader = response.body?.getReader();
  await reader?.read();

  vi.advanceTimersByTime(30_000);
  const said = await reader?.read();

  expect(decoder.decode(said?.value)).toMatch(/^:\n\n/);
});
