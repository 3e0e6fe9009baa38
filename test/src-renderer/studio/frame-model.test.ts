import { BoxGeometry, Group, Mesh, SphereGeometry, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { type Frame, frameModel, frameTurn, sideOf } from '../../../src-renderer/studio/frame-model.ts';

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

/** How far out in the view a point lies: 1 is its edge. */
const reachOf = (point: Vector3, camera: Frame['camera']) => {
  const { x, y } = point.clone().project(camera);
  return Math.max(Math.abs(x), Math.abs(y));
};

test('shows a model from the side that is wanted', () => {
  const root = new Group().add(new Mesh(new BoxGeometry(1, 2, 3)));

  const { camera } = frameModel(root, { azimuth: -120, elevation: 35 });

  const { azimuth, elevation } = sideOf(camera.getWorldDirection(new Vector3()).negate());
  expect([azimuth, elevation]).toEqual([expect.closeTo(-120), expect.closeTo(35)]);
});

test('keeps all of a model in view all around', () => {
  const root = new Group().add(new Mesh(new BoxGeometry(4, 1, 0.2)));
  const frame = frameModel(root);

  const cameras = frameTurn(frame, 24);

  const { min, max } = frame.box;
  const corners = [min.x, max.x].flatMap((x) =>
    [min.y, max.y].flatMap((y) => [min.z, max.z].map((z) => new Vector3(x, y, z))),
  );
  const reaches = cameras.map((camera) => Math.max(...corners.map((corner) => reachOf(corner, camera))));
  expect(Math.max(...reaches)).toBeLessThan(0.9);
  expect(Math.max(...reaches)).toBeGreaterThan(0.6);
  expect(cameras[0]?.position.clone().normalize().dot(frame.camera.position.clone().normalize())).toBeCloseTo(
    1,
    1,
  );
});
