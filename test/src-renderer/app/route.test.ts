import { expect, test } from 'vitest';
import { formatRoute, parseRoute } from '../../../src-renderer/app/route.ts';

test.each([
  '/',
  '/?q=oak&format=fbx',
  '/model/g-1-oak-chair',
  '/model/g-1?take=all&format=fbx&lod=10k',
  '/library',
  '/downloads',
  '/settings',
  '/settings/downloads',
  '/sign-in',
  '/sign-in?next=%2Faccount%3Fx%3D1',
  '/account',
  '/approve/known',
  '/admin',
  '/admin/people/a-1',
  '/admin/server?days=90',
  '/admin/library/Kit%2FChairs',
])('reads and writes the address %s alike', (address) => {
  expect(formatRoute(parseRoute(address))).toBe(address);
});

test.each(['/download/g-1/format/fbx', '/modelx', '/model/a/b', '//evil.example', '/docs'])(
  'takes %s for no page of ours',
  (address) => {
    expect(parseRoute(address).name).toBe('not-found');
  },
);

test('survives a segment that is badly encoded', () => {
  expect(parseRoute('/model/%E0%A4%A')).toEqual({ name: 'model', segment: '%E0%A4%A', guid: null });
});
