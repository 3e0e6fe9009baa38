import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClientRequest } from './client-request.ts';

let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/feed?x=1' }).end();
    else response.end(`${request.method} ${request.url} ${request.headers['x-test']}`);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});
afterAll(() => {
  server.close();
});

test('answers a request that is given in parts', async () => {
  const { protocol, hostname, port } = new URL(origin);
  const request = createClientRequest({
    protocol,
    hostname,
    port,
    path: '/feed',
    headers: { 'x-test': 'yes' },
  });

  request.end();
  const [response] = await once(request, 'response');

  expect(Buffer.concat(await Array.fromAsync<Buffer>(response)).toString()).toBe('GET /feed yes');
});

test('announces a redirect instead of following it', async () => {
  const request = createClientRequest(`${origin}/moved`);

  request.end();
  const [status, method, url] = await once(request, 'redirect');

  expect([status, method, url]).toEqual([302, 'GET', `${origin}/feed?x=1`]);
});

test('reports a server that is not there', async () => {
  const request = createClientRequest('http://127.0.0.1:1/');

  request.end();
  const failure = once(request, 'response');

  await expect(failure).rejects.toThrow('ECONNREFUSED');
});

test('refuses to follow a redirect by itself', () => {
  const request = createClientRequest(`${origin}/moved`);

  expect(() => Reflect.get(request, 'followRedirect')).toThrow(
    'ClientRequest.followRedirect is not implemented',
  );
  request.abort();
});
