import { BufferGeometry, Float32BufferAttribute, Group, Mesh, MeshStandardMaterial } from 'three';
import { expect, test } from 'vitest';
import { isClay } from '../../../src-renderer/studio/prepare-model.ts';

function makeMesh(colours: readonly number[] = []): Mesh {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
  if (colours.length > 0) geometry.setAttribute('color', new Float32BufferAttribute([...colours], 3));
  return new Mesh(geometry, new MeshStandardMaterial());
}
const red = [1, 0, 0, 1, 0, 0, 1, 0, 0];

test.each([
  ['no materials', [makeMesh(), makeMesh()], true, true],
  ['no materials, and colours in one part', [makeMesh(), makeMesh(red)], true, false],
  ['materials', [makeMesh()], false, false],
  ['nothing to be seen', [], true, false],
])('tells whether a model of %s is all clay', (_what, meshes, isBare, expected) => {
  const root = new Group();
  root.add(...meshes);

  expect(isClay({ root, clips: [], isBare: () => isBare, metresPerUnit: 1 })).toBe(expected);
});
