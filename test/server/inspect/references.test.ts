import { expect, test } from 'vitest';
import { listReferences, toReference, uriToReference } from '../../../server/inspect/references.ts';

test.each([
  ['wood.png', 'wood.png'],
  ['.\\maps\\wood.png', 'maps/wood.png'],
  ['./../maps//wood.png', '../maps//wood.png'],
  ['/home/me/wood.png', 'wood.png'],
  ['C:\\wood.png', 'wood.png'],
  ['c:wood.png', 'wood.png'],
  ['\\\\server\\share\\wood.png', 'wood.png'],
  ['  wood grain.png ', 'wood grain.png'],
  ['file:///C:/maps/wood.png', 'wood.png'],
  ['', null],
  ['C:\\maps\\', null],
  ['a\0b', null],
])('makes of the path %j the reference %j', (written, reference) => {
  expect(toReference(written)).toBe(reference);
});

test.each([
  ['wood%20grain.png', 'wood grain.png'],
  ['100%.png', '100%.png'],
  ['file:///home/me/wood.png', 'wood.png'],
  ['file://C:/wood.png', 'wood.png'],
  ['C:/wood.png', 'wood.png'],
  ['data:image/png;base64,AAAA', null],
  ['https://example.org/wood.png', null],
])('makes of the URI %j the reference %j', (uri, reference) => {
  expect(uriToReference(uri)).toBe(reference);
});

test('lists each reference once and no gaps', () => {
  expect(listReferences(['b', null, 'a', 'b'])).toEqual(['b', 'a']);
});
