import { expect, onTestFinished, test } from 'vitest';
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
  onTestFinished(server.close);

  const { headers } = await fetch(`${server.baseUrl}/model/any`);

  const connect = connectOf(headers.get('content-security-policy'));
  expect(connect?.slice(3)).toEqual(['https://models.example.org', 'http://127.0.0.1:1']);
});
