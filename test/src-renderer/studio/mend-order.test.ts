import { BufferGeometry, Float32BufferAttribute, Group, LineSegments, Mesh } from 'three';
import { expect, test } from 'vitest';
import { mendOrder } from '../../../src-renderer/studio/mend-order.ts';

function withVertices(count: number, index: readonly number[]): BufferGeometry {
  const places = new Float32BufferAttribute(
    Array.from({ length: 3 * count }, (_, at) => at),
    3,
  );
  return new BufferGeometry().setAttribute('position', places).setIndex([...index]);
}
const orderOf = (geometry: BufferGeometry) => [...(geometry.index?.array ?? [])];

test('draws no triangle whose vertices are not there', () => {
  const mesh = new Mesh(withVertices(4, [0, 1, 2, 2, 1, 4, 1, 2, 3, 65_000, 0, 1]));

  mendOrder(new Group().add(mesh));

  expect(orderOf(mesh.geometry)).toEqual([0, 1, 2, 0, 0, 0, 1, 2, 3, 1, 1, 1]);
});

test('draws no line whose ends are not there', () => {
  const lines = new LineSegments(withVertices(3, [0, 1, 1, 3, 2, 1]));

  mendOrder(lines);

  expect(orderOf(lines.geometry)).toEqual([0, 1, 0, 0, 2, 1]);
});

test('keeps the order of shapes that share it', () => {
  const few = new Mesh(withVertices(3, [0, 1, 2, 1, 2, 3]));
  const many = new Mesh(withVertices(4, []));
  many.geometry.setIndex(few.geometry.index);

  mendOrder(new Group().add(few, many));

  expect(orderOf(few.geometry)).toEqual([0, 1, 2, 0, 0, 0]);
  expect(orderOf(many.geometry)).toEqual([0, 1, 2, 1, 2, 3]);
});

test('leaves out normals that are too few', () => {
  const { geometry } = new Mesh(withVertices(3, [0, 1, 2]));
  geometry.setAttribute('normal', new Float32BufferAttribute([0, 0, 1, 0, 0, 1], 3));
  geometry.setAttribute('uv', new Float32BufferAttribute([0, 0, 0, 1, 1, 0], 2));

  mendOrder(new Mesh(geometry));

  expect(Object.keys(geometry.attributes)).toEqual(['position', 'uv']);
});

test('refuses a model that is mostly damaged', () => {
  const mesh = new Mesh(withVertices(3, [0, 1, 2, 7, 8, 9, 10, 11, 12]));

  expect(() => mendOrder(mesh)).toThrow('most of its triangles');
});
