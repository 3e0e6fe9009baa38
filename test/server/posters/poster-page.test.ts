import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { removeEval } from '../../../.ci/without-eval.ts';
import { startTestServer } from '../../helpers/test-server.ts';

const isBuilt = existsSync(path.join(import.meta.dirname, '../../../dist/renderer/posters.html'));
const note = isBuilt ? '' : ' (skipped: the pages are not built: npm run build)';

test.skipIf(!isBuilt)(`lets the page run no text as code${note}`, async () => {
  const server = await startTestServer();
  onTestFinished(server.close);

  const { headers } = await fetch(`${server.baseUrl}/posters-render`);

  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("'unsafe-eval'");
});

test('stops the build when the transcoder changes', () => {
  expect(() => removeEval('a transcoder of another version')).toThrow('has changed');
});
