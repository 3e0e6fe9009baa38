import {
  BoxGeometry,
  BufferGeometry,
  Group,
  InstancedMesh,
  Line,
  Mesh,
  MeshBasicMaterial,
  Points,
} from 'three';
import { expect, test } from 'vitest';
import { countTriangles } from '../../../src-renderer/viewer/count-triangles.ts';

const box = new BoxGeometry(1, 1, 1);
const material = new MeshBasicMaterial();

test('counts indexed triangles and those without an index', () => {
  const root = new Group().add(new Mesh(box, material), new Mesh(box.toNonIndexed(), material));

  expect(countTriangles(root)).toBe(24);
});

test('counts every instance', () => {
  expect(countTriangles(new InstancedMesh(box, material, 5))).toBe(60);
});

test('counts nothing that is hidden or no surface', () => {
  const hidden = new Mesh(box, material);
  hidden.visible = false;
  const empty = new Mesh(new BufferGeometry(), material);

  const count = countTriangles(new Group().add(hidden, empty, new Line(box), new Points(box)));

  expect(count).toBe(0);
});

test('counts only what a geometry draws', () => {
  const part = box.clone();
  part.setDrawRange(6, 9);

  expect(countTriangles(new Mesh(part, material))).toBe(3);
});
