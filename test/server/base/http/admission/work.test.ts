import { expect, test } from 'vitest';
import { workOf } from '../../../../../server/base/http/admission/door.ts';

test.each([
  ['GET', '/healthz', 'free'],
  ['GET', '/readyz?verbose', 'free'],
  ['GET', '/healthz/more', 'pages'],
  ['GET', '/api-embeddings?q=chair', 'browse'],
  ['GET', '/api/models/:guid/similar', 'browse'],
  ['POST', '/api/session', 'passwords'],
  ['GET', '/api/session', 'accounts'],
  ['POST', '/api/auth/login', 'passwords'],
  ['POST', '/api/auth/logout', 'accounts'],
  ['POST', '/api/plugin/download/direct', 'direct'],
  ['GET', '/download/x/all', 'direct'],
  ['GET', '/data/c/g/1k/chair.glb', 'files'],
  ['GET', '/zip/:capability/:guid/*', 'archives'],
  ['POST', '/mcp/', 'mcp'],
  ['POST', '/mcp/messages?sessionId=x', 'mcp'],
  ['GET', '/mcp/sse', 'streams'],
  ['POST', '/oauth/token', 'accounts'],
  ['POST', '/api/admin/accounts', 'admin'],
  ['GET', '/api-sync/changes?since=0', 'sync'],
  ['GET', '/model/x', 'pages'],
])('takes %s %s for %s', (method, url, work) => {
  expect(workOf(method, url)).toBe(work);
});
