import { expect, test } from 'vitest';
import { box } from '../../../../.ci/demo/geometry/box.ts';
import { extrude } from '../../../../.ci/demo/geometry/extrude.ts';
import { tracePoints } from '../../../../.ci/demo/geometry/outline.ts';
import { bend, join, mirror, type Piece, place, repeatAround } from '../../../../.ci/demo/geometry/piece.ts';
import { ball, lathe } from '../../../../.ci/demo/geometry/sheet.ts';
import { tube } from '../../../../.ci/demo/geometry/tube.ts';
import type { Vec3 } from '../../../../.ci/demo/geometry/vector.ts';
import { toMesh } from '../../../../.ci/demo/mesh.ts';

const square = tracePoints(1, '10 -10, 10 10, -10 10, -10 -10');
const rounded = box(1, [10, 20, 30], { radius: 2, bevel: 4, cuts: [3, 3, 3] });
const ring = (t: number): Vec3 => [20 * Math.cos(2 * Math.PI * t), 0, 20 * Math.sin(2 * Math.PI * t)];
const closed: readonly { readonly name: string; readonly piece: Piece; readonly volume: number }[] = [
  { name: 'a sharp box', piece: box(1, [10, 20, 30]), volume: 6000 },
  { name: 'a rounded box', piece: rounded, volume: 5830 },
  { name: 'a mirrored box', piece: place(rounded, [1, 2, 3], [10, 20, 30], [-1, 1, 1]), volume: 5830 },
  { name: 'a bent box', piece: bend(rounded, (x, y, z) => [x, y + 0.01 * z * z, z]), volume: 5830 },
  { name: 'two of a pair', piece: mirror(place(rounded, [20, 0, 0])), volume: 11_660 },
  { name: 'six around', piece: repeatAround(6, place(rounded, [60, 0, 0])), volume: 34_980 },
  { name: 'a ball', piece: ball(1, 10, 64), volume: 4170 },
  { name: 'a lathe', piece: lathe(1, '0 0, 10 0, 10 20, 0 20', { around: 64 }), volume: 6270 },
  { name: 'a rounded lathe', piece: lathe(4, '0 0, 10 0 4, 10 20 4, 0 20', { around: 64 }), volume: 5890 },
  { name: 'a ring', piece: tube(1, ring, { along: 80, around: 40, radius: 5, isLoop: true }), volume: 9800 },
  { name: 'a rod', piece: tube(1, '0 0 0, 0 10 10', { along: 3, around: 64, radius: 3 }), volume: 400 },
  {
    name: 'a prism with a hole',
    piece: extrude(square, { depth: 10, bevel: 0.5, bevelSteps: 4, hole: 5, holeSteps: 64, tile: 10 }),
    volume: 3190,
  },
];

type Corner = { readonly position: Vec3; readonly normal: Vec3 };

function listTriangles(piece: Piece): readonly (readonly [Corner, Corner, Corner])[] {
  const mesh = toMesh(piece.build(), 1e-4);
  const read = (rows: ArrayLike<number>, id: number): Vec3 => [
    rows[3 * id] ?? 0,
    rows[3 * id + 1] ?? 0,
    rows[3 * id + 2] ?? 0,
  ];
  const corner = (at: number): Corner => {
    const id = mesh.indices[at] ?? 0;
    return { position: read(mesh.positions, id), normal: read(mesh.normals, id) };
  };
  return Array.from({ length: mesh.indices.length / 3 }, (_, index) => [
    corner(3 * index),
    corner(3 * index + 1),
    corner(3 * index + 2),
  ]);
}

const dot = (a: Vec3, b: Vec3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

test.each(closed)('closes $name with its fronts outside', ({ piece, volume }) => {
  const triangles = listTriangles(piece);

  const found = triangles.reduce(
    (sum, [a, b, c]) => sum + dot(a.position, cross(b.position, c.position)) / 6,
    0,
  );

  expect(found).toBeGreaterThan(volume * 0.98);
  expect(found).toBeLessThan(volume * 1.02);
});

test.each(closed)('points the normals of $name outwards', ({ piece }) => {
  const wrong = listTriangles(piece).filter(([a, b, c]) => {
    const face = cross(minus(b.position, a.position), minus(c.position, a.position));
    return [a, b, c].some(({ normal }) => dot(face, normal) <= 0 || Math.abs(dot(normal, normal) - 1) > 1e-4);
  });

  expect(wrong).toEqual([]);
});

test.each(closed)('counts the triangles of $name before building', ({ piece }) => {
  const triangles = listTriangles(piece);

  expect(triangles.length).toBe(piece.triangles);
});

test('drops triangles that the raster flattens', () => {
  const flat = box(1, [10, 10, 1e-4]);

  const mesh = toMesh(flat.build(), 1e-2);

  expect(mesh.indices.length).toBe(12);
});

test('joins nothing into an empty mesh', () => {
  const mesh = toMesh(join([]).build(), 1e-2);

  expect(mesh.indices.length).toBe(0);
});

test('keeps large arcs of an outline longest', () => {
  const count = (detail: number) => tracePoints(detail, '0 0, 100 0 50, 100 200 1, 0 200').length;

  expect([count(0.05), count(0.3), count(3)]).toEqual([4, 6, 32]);
});
