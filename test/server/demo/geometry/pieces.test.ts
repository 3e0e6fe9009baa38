import { expect, test } from 'vitest';
import { ball, lathe } from '../../../../server/demo/geometry/lathe.ts';
import { buildMesh } from '../../../../server/demo/geometry/mesh.ts';
import { roundCorners } from '../../../../server/demo/geometry/outline.ts';
import type { Piece } from '../../../../server/demo/geometry/piece.ts';
import { place } from '../../../../server/demo/geometry/place.ts';
import { prism } from '../../../../server/demo/geometry/prism.ts';
import { roundedBox } from '../../../../server/demo/geometry/rounded-box.ts';
import { sweep } from '../../../../server/demo/geometry/sweep.ts';
import type { Vec3 } from '../../../../server/demo/geometry/vector.ts';
import { warp } from '../../../../server/demo/geometry/warp.ts';

const square = roundCorners(
  [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
    [1, 1],
  ],
  0,
);
const box = roundedBox({ size: [1, 2, 3], radius: 0.2, bevel: 4, cuts: [3, 3, 3] });
const closed: readonly { readonly name: string; readonly piece: Piece; readonly volume: number }[] = [
  { name: 'a sharp box', piece: roundedBox({ size: [1, 2, 3] }), volume: 6 },
  { name: 'a rounded box', piece: box, volume: 5.83 },
  { name: 'a mirrored box', piece: place(box, { scale: [-1, 1, 1], turn: [10, 20, 30] }), volume: 5.83 },
  { name: 'a bent box', piece: warp(box, ([x, y, z]) => [x, y + 0.1 * z * z, z]), volume: 5.83 },
  { name: 'a ball', piece: ball({ radius: 1, around: 64, rows: 40 }), volume: 4.17 },
  {
    name: 'a lathe',
    piece: lathe({
      runs: roundCorners(
        [
          [0, 0],
          [1, 0],
          [1, 2],
          [0, 2],
        ],
        0,
      ),
      around: 64,
    }),
    volume: 6.27,
  },
  {
    name: 'a ring',
    piece: sweep({
      path: (t) => [2 * Math.cos(6.283185307 * t), 0, 2 * Math.sin(6.283185307 * t)],
      along: 80,
      around: 40,
      radius: 0.5,
      isLoop: true,
    }),
    volume: 9.8,
  },
  {
    name: 'a capped rod',
    piece: sweep({ path: (t) => [0, t, t], along: 3, around: 64, radius: 0.3 }),
    volume: 0.4,
  },
  {
    name: 'a pill',
    piece: sweep({ path: (t) => [t, 0, 0], along: 2, around: 64, radius: 0.3, caps: 'round' }),
    volume: 0.395,
  },
  {
    name: 'a prism with a hole',
    piece: prism({ runs: square, depth: 1, bevel: 0.05, bevelSteps: 4, hole: 0.5 }),
    volume: 3.46,
  },
];

type Corner = { readonly position: Vec3; readonly normal: Vec3 };

function listTriangles(piece: Piece): readonly (readonly [Corner, Corner, Corner])[] {
  const mesh = buildMesh(piece, 1e-6);
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
  const flat = roundedBox({ size: [1, 1, 1e-7] });

  const mesh = buildMesh(flat, 1e-3);

  expect(mesh.indices.length).toBe(12);
});
