import { expect, test } from 'vitest';
import { createSiblingFinder, folderOf } from '../../../src-renderer/viewer/reading/find-sibling.ts';

const folder = folderOf('https://files.example.org/data/cap/g1/1k/chair.glb');
const find = createSiblingFinder({
  folder,
  relativePath: '1k/glTF/chair.glb',
  siblings: [{ relativePath: '1k/Textures/old oak.png', url: '/files/1k/Textures/old%20oak.png' }],
});

test.each([
  '../Textures/old%20oak.png',
  '../Textures/old oak.png',
  '../textures/Old Oak.PNG?v=3',
  '..\\Textures\\old oak.png',
])('finds what belongs to a model by %s', (asked) => {
  expect(find(asked)).toBe('/files/1k/Textures/old%20oak.png');
});

test.each([`${folder}wood.png`, `${folder}textures/wood.png`, 'data:image/png;base64,AA=='])(
  'lets a model have %s',
  (asked) => {
    expect(find(asked)).toBe(asked);
  },
);

test.each([
  'https://elsewhere.example.org/wood.png',
  `${folder}../10k/wood.png`,
  `${folder}%2e%2e/10k/wood.png`,
  'file:///etc/passwd',
  'https://',
  'blob:https://a/1',
])('keeps a model from asking for %s', (asked) => {
  expect(find(asked)).toBeNull();
});

test('finds what belongs to a file of the page itself', () => {
  const address = 'blob:https://studio.example.org/1b4e28ba';
  const findLocal = createSiblingFinder({
    folder: folderOf(address),
    relativePath: 'chair/chair.gltf',
    siblings: [{ relativePath: 'chair/textures/oak.png', url: `${address}-oak` }],
  });

  expect(['textures/oak.png', 'textures/ash.png', `${address}-ash`].map(findLocal)).toEqual([
    `${address}-oak`,
    null,
    null,
  ]);
});
