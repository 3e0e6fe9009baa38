import { expect, test } from 'vitest';
import { findLocalFile } from '../../../../../src-renderer/features/library/store/find-in-library.ts';
import { sampleLibrary } from '../../../sample-library.ts';

test('finds the local copy of exactly this file', () => {
  const file = { guid: 'g-1', lod: '10k', relativePath: '10k/oak-chair.fbx' };

  expect(findLocalFile(sampleLibrary, file)?.format).toBe('fbx');
});

test.each([
  ['another topology', { guid: 'g-1', lod: 'source', relativePath: '10k/oak-chair.fbx' }],
  ['another model', { guid: 'g-9', lod: '10k', relativePath: '10k/oak-chair.fbx' }],
  ['a file gone from the disk', { guid: 'g-2', lod: '1k', relativePath: '1k/brick-tower.glb' }],
])('does not take %s for a local copy', (_, file) => {
  expect(findLocalFile(sampleLibrary, file)).toBeUndefined();
});

test('has no local copies before the library is read', () => {
  expect(findLocalFile(null, { guid: 'g-1', lod: '10k', relativePath: 'a' })).toBeUndefined();
});
