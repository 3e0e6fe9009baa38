import { expect, test } from 'vitest';
import { routes } from '../../../server/contract/index.ts';
import { buildRequest } from '../../../src-renderer/api/build-request.ts';
import { routeMap } from '../../../src-renderer/api/route-map.generated.ts';

test('writes list values as repeated query fields', () => {
  const request = buildRequest('browse', { format: ['fbx', 'glb'], limit: 60, offset: 0, animated: false });

  expect(request).toEqual({
    method: 'GET',
    address: '/api-embeddings/browse?limit=60&offset=0&format=fbx&format=glb&animated=false',
    body: null,
  });
});

test('leaves out what is not given', () => {
  expect(buildRequest('filters', { q: undefined, license: null, tag: [] }).address).toBe(
    '/api-embeddings/filters',
  );
});

test('encodes words and path fields that look like syntax', () => {
  const addresses = [
    buildRequest('search', { q: 'a&b=c d/é' }).address,
    buildRequest('model', { guid: '../x?y#z' }).address,
  ];

  expect(addresses).toEqual(['/api-embeddings/?q=a%26b%3Dc+d%2F%C3%A9', '/api/models/..%2Fx%3Fy%23z']);
});

test('puts the remaining fields of a change into its body', () => {
  const request = buildRequest('approveSignIn', { sessionId: 'known', scopes: ['balance:read'] });

  expect(request).toEqual({
    method: 'POST',
    address: '/api/apps/auth/session/known/approve',
    body: { scopes: ['balance:read'] },
  });
});

test('sends no body where nothing is changed or everything ends', () => {
  expect([buildRequest('session').body, buildRequest('signOut').body, buildRequest('logout').body]).toEqual([
    null,
    null,
    {},
  ]);
});

test('asks a field it does not know for nothing', () => {
  expect(buildRequest('browse', { invented: 'x' }).address).toBe('/api-embeddings/browse');
});

test('knows method and path of every route as the contract has them', () => {
  const wanted = Object.entries(routes)
    .filter(([name]) => name in routeMap)
    .map(([name, { method, path }]) => [name, method, path]);

  const known = Object.entries(routeMap).map(([name, { method, path }]) => [name, method, path]);

  expect(known.toSorted()).toEqual(wanted.toSorted());
});
