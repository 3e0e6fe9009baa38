import {
  BufferGeometry,
  Float32BufferAttribute,
  Group,
  type Material,
  Mesh,
  MeshPhongMaterial,
  MeshStandardMaterial,
  Points,
  Texture,
} from 'three';
import { expect, test } from 'vitest';
import { isAllClay } from '../../../src-renderer/studio/is-all-clay.ts';
import { prepareModel } from '../../../src-renderer/studio/prepare-model.ts';

function makeGeometry(colours: readonly number[] = []): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 1, 0], 3));
  if (colours.length > 0) geometry.setAttribute('color', new Float32BufferAttribute([...colours], 3));
  return geometry;
}
const red = [1, 0, 0, 1, 0, 0, 1, 0, 0];
const makeMesh = (material: Material = new MeshStandardMaterial(), colours: readonly number[] = []) =>
  new Mesh(makeGeometry(colours), material);
/** A picture that could not be loaded. */
const missing = () => new Texture({ width: 0, height: 0 });

test.each([
  ['no materials', () => [makeMesh(), makeMesh()], true, true],
  ['points without colours', () => [new Points(makeGeometry())], true, true],
  ['a picture that is not there', () => [makeMesh(new MeshPhongMaterial({ map: missing() }))], false, true],
  [
    'colours in one part',
    () => [makeMesh(), makeMesh(new MeshStandardMaterial({ vertexColors: true }), red)],
    true,
    false,
  ],
  ['white materials', () => [makeMesh()], false, false],
  ['nothing to be seen', () => [], true, false],
])('tells whether a model of %s is all clay', (_what, make, isBare, expected) => {
  const root = new Group();
  root.add(...make());

  const model = prepareModel({ root, clips: [], isBare: () => isBare, metresPerUnit: 1 });

  expect(isAllClay(model)).toBe(expected);
});
