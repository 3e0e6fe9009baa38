import { BoxGeometry, Group, Mesh, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { createExplosion } from '../../../src-renderer/viewer/explosion.ts';

/** Two boxes 2 apart; the second holds a third one above it, and all are in a group of half the size. */
function makeParts() {
  const [left, right, top] = [0, 1, 2].map(() => new Mesh(new BoxGeometry(1, 1, 1)));
  if (!left || !right || !top) throw new Error('there are three');
  left.position.set(-1, 0.5, 0);
  right.position.set(1, 0.5, 0);
  top.position.set(0, 1, 0);
  right.add(top);
  const root = new Group().add(left, right);
  root.scale.setScalar(0.5);
  root.rotation.y = 1;
  root.updateMatrixWorld(true);
  return { root, meshes: [left, right, top] };
}

const placesOf = (meshes: readonly Mesh[]) => meshes.map((mesh) => mesh.getWorldPosition(new Vector3()));

test('moves parts outwards and never into the ground', () => {
  const { root, meshes } = makeParts();
  const before = placesOf(meshes);

  createExplosion(root).set(true);

  const moved = placesOf(meshes).map((place, at) => place.distanceTo(before[at] ?? place));
  const heights = placesOf(meshes).map(({ y }, at) => y - (before[at]?.y ?? 0));
  const [left, right] = placesOf(meshes);
  expect(left?.distanceTo(right ?? left)).toBeGreaterThan(1.5);
  expect(Math.min(...moved)).toBeGreaterThan(0.1);
  expect(Math.min(...heights)).toBeGreaterThan(0);
  // From the middle of the ground, each goes 0.8 of its distance, the one that is in another too.
  expect(heights[2]).toBeCloseTo(0.8 * 0.75);
});

test('puts parts back where they were', () => {
  const { root, meshes } = makeParts();
  const before = placesOf(meshes);
  const explosion = createExplosion(root);
  explosion.set(true);

  explosion.set(false);

  expect(placesOf(meshes)).toEqual(before);
});

test('takes no single part apart', () => {
  expect(createExplosion(new Group().add(new Mesh(new BoxGeometry()))).isPossible).toBe(false);
});
