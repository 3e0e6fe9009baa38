import { BoxGeometry, Group, Mesh, SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { frameModel } from '../../../src-renderer/studio/frame-model.ts';

const sizeOf = (root: Group) => {
  root.updateMatrixWorld(true);
  const { box } = frameModel(root);
  return box.getSize(new Vector3()).toArray();
};

test('shows a model and not the scrap that lies far from it', () => {
  const scrap = new Mesh(new BoxGeometry(0.1, 0.1, 0.1));
  scrap.position.set(400, 0, 0);
  const root = new Group().add(new Mesh(new SphereGeometry(1, 32, 32)), scrap);

  const [width = 0, height = 0, depth = 0] = sizeOf(root);

  expect(Math.max(width, height, depth) / Math.min(width, height, depth)).toBeLessThan(1.2);
});

test('shows the whole of what is long', () => {
  const root = new Group().add(new Mesh(new BoxGeometry(40, 1, 1, 400, 2, 2)));

  expect(sizeOf(root)).toEqual([2, expect.closeTo(0.05), expect.closeTo(0.05)]);
});

test('shows a lamp with its long post, which has few corners', () => {
  const head = new Mesh(new SphereGeometry(0.3, 64, 64));
  head.position.set(0, 10, 0);
  const post = new Mesh(new BoxGeometry(0.1, 10, 0.1));
  post.position.set(0, 5, 0);

  expect(sizeOf(new Group().add(head, post))[1]).toBeCloseTo(2);
  expect(sizeOf(new Group().add(head, post))[0]).toBeLessThan(0.2);
});

test('shows two things that are far apart', () => {
  const far = new Mesh(new SphereGeometry(1, 32, 32));
  far.position.set(90, 0, 0);
  const root = new Group().add(new Mesh(new SphereGeometry(1, 32, 32)), far);

  expect(sizeOf(root)[1]).toBeLessThan(0.1);
});
