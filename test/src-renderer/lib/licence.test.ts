import { expect, test } from 'vitest';
import { describeObstacles } from '../../../src-renderer/features/model/file-chooser.tsx';
import { findLicence, toAttribution } from '../../../src-renderer/lib/licence.ts';

test.each([
  ['CC0-1.0', 'https://creativecommons.org/publicdomain/zero/1.0/'],
  ['CC-BY-4.0', 'https://creativecommons.org/licenses/by/4.0/'],
  ['CC BY-NC-SA 3.0', 'https://creativecommons.org/licenses/by-nc-sa/3.0/'],
  ['cc-by', 'https://creativecommons.org/licenses/by/4.0/'],
])('knows %s', (name, url) => {
  expect(findLicence(name)?.url).toBe(url);
});

test.each(['', 'Editorial', 'CC-BY-XX', 'MIT'])('says nothing of what “%s” permits', (name) => {
  expect(findLicence(name)).toBeNull();
});

test('writes what belongs beside the model', () => {
  const details = { title: 'Chair', canonicalUrl: 'https://a.example/model/1-chair' };

  expect([
    toAttribution({ ...details, license: 'CC-BY-4.0', attribution: 'Ada Wood' }),
    toAttribution({ ...details, license: 'Editorial', attribution: '' }),
  ]).toEqual([
    '“Chair”: Ada Wood, CC-BY-4.0 (https://creativecommons.org/licenses/by/4.0/), https://a.example/model/1-chair',
    '“Chair”, Editorial, https://a.example/model/1-chair',
  ]);
});

test.each([
  ['glb', ['KHR_texture_basisu'], 'Blender cannot read this file: it needs KHR_texture_basisu.'],
  ['fbx', ['fbx-ascii-6100'], 'Blender reads this file only in version 4.5 or later: it is fbx:ascii.'],
])('says who cannot read a %s that needs %o', (format, requires, sentence) => {
  expect(describeObstacles({ format, requires })).toContain(sentence);
});

test('says nothing of a file that everybody reads', () => {
  expect(describeObstacles({ format: 'glb' })).toEqual([]);
});
