import fc from 'fast-check';
import { expect, test } from 'vitest';
import '../../setup/fixed-seed.ts';
import { toSafeNextPath } from '../../../server/shared/next-path.ts';

test.each(['/', '/account', '/approve/known?x=1#part', '/?q=oak%20chair', '/model/%5C'])(
  'keeps the path of our own site %s',
  (next) => {
    expect(toSafeNextPath(next)).toBe(next);
  },
);

test.each([
  null,
  '',
  'account',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/a\\..\\evil',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  ' /account',
  'javascript:alert(1)',
  '/\u007fpath',
])('leads home instead of to %j', (next) => {
  expect(toSafeNextPath(next)).toBe('/');
});

test.each(['/a/../..//evil.example', '/.//evil.example', '/%2e%2e//evil.example'])(
  'leads home where folded dots leave %s foreign',
  (next) => {
    expect(toSafeNextPath(next)).toBe('/');
  },
);

test('never leaves the site for any text', () => {
  const site = 'https://models.example';
  const pieces = fc.constantFrom(
    '/',
    '\\',
    '.',
    '..',
    '\t',
    '\n',
    '@',
    ':',
    'evil.example',
    'a',
    '?',
    '#',
    '%2f',
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(pieces).map((parts) => parts.join('')),
  );

  fc.assert(
    fc.property(texts, (text) => {
      const next = toSafeNextPath(text);

      expect(next).toMatch(/^\/(?![/\\])/);
      expect(new URL(next, site).origin).toBe(site);
    }),
    { numRuns: 2000 },
  );
});
