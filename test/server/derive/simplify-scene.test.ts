import { Document } from '@gltf-transform/core';
import { MeshoptSimplifier } from 'meshoptimizer';
import { beforeAll, expect, test } from 'vitest';
import { createSeamMender } from '../../../server/derive/make/simplify/mend-seams.ts';
import { type MergedMesh, mergeMeshes } from '../../../server/derive/make/simplify/merge-meshes.ts';
import { createSimplifier } from '../../../server/derive/make/simplify/simplify-scene.ts';

beforeAll(() => MeshoptSimplifier.ready);

type Sheet = { readonly positions: number[]; readonly coordinates: number[]; readonly indices: number[] };

/** Adds a square of a hilly sheet with vertices of its own, all at one point of the texture. */
function addSquare(sheet: Sheet, [x, y]: readonly [number, number], [u, v]: readonly [number, number]) {
  const first = sheet.positions.length / 3;
  for (const [dx, dy] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const) {
    sheet.positions.push(x + dx, y + dy, 3 * Math.sin((x + dx) / 3) * Math.cos((y + dy) / 4));
    sheet.coordinates.push(u + dx / 1000, v + dy / 1000);
  }
  sheet.indices.push(first, first + 1, first + 2, first, first + 2, first + 3);
}

/** A sheet of squares in blocks of two materials, as a chessboard has them. */
function makeChessboard(side: number, block: number): MergedMesh {
  const document = new Document();
  const buffer = document.createBuffer();
  const mesh = document.createMesh();
  for (const colour of [0, 1]) {
    const sheet: Sheet = { positions: [], coordinates: [], indices: [] };
    for (let x = 0; x < side; x += 1)
      for (let y = 0; y < side; y += 1) {
        const [column, row] = [Math.floor(x / block), Math.floor(y / block)];
        if ((column + row) % 2 === colour) addSquare(sheet, [x, y], [column / 10, row / 10]);
      }
    const accessor = (type: 'VEC2' | 'VEC3', values: number[]) =>
      document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer);
    const indices = document.createAccessor().setArray(new Uint32Array(sheet.indices)).setBuffer(buffer);
    const primitive = document
      .createPrimitive()
      .setMaterial(document.createMaterial(`${colour}`))
      .setAttribute('POSITION', accessor('VEC3', sheet.positions))
      .setAttribute('TEXCOORD_0', accessor('VEC2', sheet.coordinates))
      .setIndices(indices);
    mesh.addPrimitive(primitive);
  }
  document.createScene().addChild(document.createNode().setMesh(mesh));
  const merged = mergeMeshes(document);
  if (merged === null) throw new Error('it has triangles');
  return merged;
}

const toTriangles = (indices: Uint32Array) =>
  Array.from({ length: indices.length / 3 }, (_, at) => [...indices.subarray(at * 3, at * 3 + 3)]);

test.each([200, 20])('keeps every triangle of %i within one material', (wanted) => {
  const mesh = makeChessboard(32, 4);

  const { indices, triangles } = createSimplifier(mesh)(wanted);

  const parts = toTriangles(indices).map((corners) => new Set(corners.map((one) => mesh.partOf[one])).size);
  expect(triangles).toBeLessThan(1000);
  expect(parts.filter((count) => count > 1)).toEqual([]);
});

test('takes the corners of a triangle from one piece of the texture', () => {
  const mesh = makeChessboard(2, 1);
  const places = Array.from({ length: mesh.positions.length / 3 }, (_, vertex) =>
    mesh.positions.subarray(vertex * 3, vertex * 3 + 2).join(),
  );
  const [first = []] = toTriangles(mesh.indices);
  // The same places, each by the last vertex that is there, which is another square's.
  const torn = Uint32Array.from(first, (vertex) => places.lastIndexOf(places[vertex] ?? ''));

  const mended = createSeamMender(mesh)(torn);

  const squares = (corners: ArrayLike<number>) =>
    new Set(Array.from(corners, (vertex) => Math.floor(vertex / 4)));
  expect(squares(torn).size).toBeGreaterThan(1);
  expect(squares(mended).size).toBe(1);
  expect(Array.from(mended, (vertex) => places[vertex])).toEqual(first.map((vertex) => places[vertex]));
});
