import { expect, test } from 'vitest';
import { removeEval } from '../../../.ci/without-eval.ts';
import { builtPages } from '../../helpers/built.ts';
import { startTestServer } from '../../helpers/test-server.ts';

test('lets the page run no text as code', async () => {
  const server = await startTestServer({
    rendererDir: builtPages,
    environment: { LODESTOCK_POSTERS: 'auto' },
  });

  const { headers } = await fetch(`${server.baseUrl}/posters-render`);

  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("'unsafe-eval'");
});

test('stops the build when the transcoder changes', () => {
  expect(() => removeEval('a transcoder of another version')).toThrow('has changed');
});
