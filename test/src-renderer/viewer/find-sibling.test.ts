import { expect, test } from 'vitest';
import { createSiblingFinder, folderOf } from '../../../src-renderer/viewer/find-sibling.ts';

const folder = folderOf('https://files.example.org/data/cap/g1/1k/chair.glb');
const find = createSiblingFinder(folder);

test.each([
  `${folder}wood.png`,
  `${folder}textures/wood.png`,
  'blob:https://a/1',
  'data:image/png;base64,AA==',
])('lets a model have %s', (asked) => {
  expect(find(asked)).toBe(asked);
});

test.each([
  'https://elsewhere.example.org/wood.png',
  `${folder}../10k/wood.png`,
  `${folder}%2e%2e/10k/wood.png`,
  'file:///etc/passwd',
  'https://',
])('puts a grey pixel in place of %s', (asked) => {
  expect(find(asked)).toMatch(/^data:image\/png/);
});
