import { describe, expect, test } from 'vitest';
import { textOf } from '../../../../server/contract/sentence.ts';
import { createHttp } from '../../../../src-main/platform/network/http.ts';
import { describeNetworkFailure } from '../../../../src-main/platform/network/network-failure.ts';
import { listen } from '../../listen.ts';

const said = (request: Promise<unknown>) =>
  request.then(
    () => 'answered',
    (error: unknown) => textOf(describeNetworkFailure(error)),
  );
const fast = { retry: { limit: 0 } } as const;

describe('plain http', () => {
  test('reaches a name of the own network', async () => {
    const { origin } = await listen((_request, response) => response.end('here'));
    const http = createHttp('test', { resolve: async () => ['127.0.0.1'] });

    const { body } = await http.get(origin.replace('127.0.0.1', 'models.studio.lan'), fast);

    expect(body).toBe('here');
  });

  test.each([
    ['http://models.example.org:1/', ['203.0.113.9']],
    ['http://rebound.example:1/', ['127.0.0.1', '203.0.113.9']],
    ['http://203.0.113.9:1/', []],
    ['http://[2001:db8::1]:1/', []],
  ])('never leaves for %s', async (address, answers) => {
    const http = createHttp('test', { resolve: async () => answers });

    expect(await said(http.get(address, fast))).toMatch(/outside your own networks/);
  });

  test('follows no redirect to the internet', async () => {
    const { origin } = await listen((_request, response) =>
      response.writeHead(302, { location: 'http://203.0.113.9:1/' }).end(),
    );

    expect(await said(createHttp('test').get(origin, fast))).toMatch(/outside your own networks/);
  });

  test('judges the very addresses that it connects to', async () => {
    const { origin } = await listen((_request, response) => response.end('here'));
    let asked = 0;
    const http = createHttp('test', {
      resolve: async () => {
        asked += 1;
        return asked === 1 ? ['127.0.0.1'] : ['203.0.113.9'];
      },
    });
    const address = origin.replace('127.0.0.1', 'rebound.example');

    const { body } = await http.get(address, { ...fast, headers: { connection: 'close' } });

    expect(body).toBe('here');
    expect(asked).toBe(1);
    expect(await said(http.get(address, { ...fast, headers: { connection: 'close' } }))).toMatch(
      /leads to 203\.0\.113\.9/,
    );
  });
});
