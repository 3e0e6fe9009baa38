import { expect, test } from 'vitest';
import { toPagePolicy } from '../../../server/site/page-policy.ts';
import { builtPages } from '../../helpers/built.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const connectOf = (policy: string | null) => /connect-src ([^;]*)/.exec(policy ?? '')?.[1]?.split(' ');

test('lets pages fetch from file addresses and nowhere else', () => {
  const policy = toPagePolicy([
    'https://models.example.org/shop',
    'http://nas1.lan:8787',
    'http://nas1.lan:8787',
  ]);

  expect(connectOf(policy)).toEqual([
    "'self'",
    'data:',
    'blob:',
    'https://models.example.org',
    'http://nas1.lan:8787',
  ]);
});

test('names an IPv6 address as browsers understand it', () => {
  const policy = toPagePolicy(['http://[fd00::7]:8787', 'https://[fd00::7]']);

  expect(connectOf(policy)?.slice(3)).toEqual(['http://*:8787', 'https://*:443']);
});

test('lets pages run WebAssembly, but no text as code', () => {
  const policy = toPagePolicy([]);

  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("worker-src 'self' blob:;");
  expect(policy).not.toContain("'unsafe-eval'");
});

test('names the hosts that a site follows', async () => {
  const server = await startTestServer({
    rendererDir: builtPages,
    environment: {
      LODESTOCK_ROLE: 'site',
      LODESTOCK_SYNC_KEY: 'a-key-of-forty-characters-for-the-tests.',
      LODESTOCK_HOSTS: 'http://127.0.0.1:1',
      LODESTOCK_BASE_URL: 'https://models.example.org',
    },
  });

  const { headers } = await fetch(`${server.baseUrl}/model/any`);

  const connect = connectOf(headers.get('content-security-policy'));
  expect(connect?.slice(3)).toEqual(['https://models.example.org', 'http://127.0.0.1:1']);
});

test.each([
  '/',
  '/sign-in',
  '/account',
  '/account/keys',
  '/approve',
  '/publish',
  '/model/any',
  '/no-such-page',
])('sends its policy with the page %s', async (page) => {
  const server = await startTestServer({ rendererDir: builtPages });

  const { headers } = await fetch(`${server.baseUrl}${page}`, { headers: { accept: 'text/html' } });

  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
  });
});
