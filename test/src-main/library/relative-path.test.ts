import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findPathCollision, findPlaceFault } from '../../../src-main/library/place.ts';
import { codePoint } from '../../helpers/code-point.ts';

test.each([
  'knight_1k/knight.glb',
  'knight_1k/textures/Größe Übersicht.png',
  'a/.hidden',
  'a/console.png',
  'a/com.png',
  'x'.repeat(240),
])('takes the ordinary path %s', (relativePath) => {
  expect(findPlaceFault(relativePath)).toBeNull();
});

test.each([
  '',
  '/a',
  '//server/share/a',
  '..',
  'a/../b',
  'a/./b',
  'a//b',
  'a/',
  'C:/a',
  'C:a',
  'a/b:stream',
  'a\\b',
  '\\\\server\\share',
  'a\0b',
  'a\nb',
  'a./b',
  'a/b ',
  'a/CON',
  'a/nul.txt',
  'a/Com1.png',
  'LPT9/a',
  'a/com¹.png',
  'a/nul .png',
  'MODEL.json',
  '.lodestock',
  '.Lodestock/swap.json',
  'a/\ud800.png',
  'x'.repeat(241),
])('refuses the path %j', (relativePath) => {
  expect(findPlaceFault(relativePath)).not.toBeNull();
});

test('whatever is taken stays inside on every system', () => {
  const segment = fc.oneof(
    fc.string({ unit: codePoint, maxLength: 12 }),
    fc.constantFrom('..', '.', '', 'C:', 'con', 'a', '~', '%2e%2e', '...', ' '),
  );
  const paths = fc
    .tuple(fc.array(segment, { maxLength: 6 }), fc.constantFrom('/', '\\'))
    .map(([parts, by]) => parts.join(by));

  fc.assert(
    fc.property(paths, (relativePath) => {
      if (findPlaceFault(relativePath) !== null) return;
      for (const { system, root } of [
        { system: path.posix, root: '/library' },
        { system: path.win32, root: 'D:\\library' },
      ]) {
        const target = system.join(root, relativePath);
        expect(target.startsWith(root + system.sep)).toBe(true);
        expect(system.relative(root, target).split(system.sep)).toEqual(relativePath.split('/'));
      }
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['a/Knight.png', 'a/knight.PNG'],
  ['a/\u00e9.png', 'a/e\u0301.png'],
  ['a/Straße.png', 'a/STRASSE.png'],
  ['a/b', 'a/b/c.png'],
  ['a/B/c.png', 'a/b'],
  ['a/b', 'a/b'],
])('finds that %s and %s collide', (first, second) => {
  expect(findPathCollision([first, 'other/file', second])).not.toBeNull();
});

test('finds no collision between different names', () => {
  expect(findPathCollision(['a/b', 'a/bc', 'a/b.png', 'b/a'])).toBeNull();
});
