import { expect, test } from 'vitest';
import {
  describePreview,
  describeProgress,
  measureProgress,
} from '../../../../../src-renderer/features/model/preview/preview-words.ts';

test.each([
  [{ received: 0, total: null }, 'Loading the 1k model…', null],
  [{ received: 1_500_000, total: null }, 'Loading the 1k model… 1.5 MB', null],
  [{ received: 1_500_000, total: 3_000_000 }, 'Loading the 1k model… 1.5 MB of 3 MB', 0.5],
  [{ received: 3_000_000, total: 3_000_000 }, 'Preparing the 1k model…', null],
  [{ received: 4_000_000, total: 3_000_000 }, 'Loading the 1k model… 4 MB', null],
])('tells %o as “%s”', (progress, words, part) => {
  expect([describeProgress(progress, '1k'), measureProgress(progress)]).toEqual([words, part]);
});

test('speaks while it loads and when it is there', () => {
  const spoken = (['picture', 'loading', 'shown', 'failed'] as const).map((status) =>
    describePreview({ status, lod: '1k', compared: [], triangles: 12 }),
  );

  expect(spoken).toEqual([
    '',
    'Loading the 3D view…',
    'The 3D view is shown: 1k topology, 12 triangles.',
    '',
  ]);
});
