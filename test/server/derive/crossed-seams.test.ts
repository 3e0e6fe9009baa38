import { Document } from '@gltf-transform/core';
import { MeshoptSimplifier } from 'meshoptimizer';
import { beforeAll, expect, test } from 'vitest';
import { createDeviation } from '../../../server/derive/make/simplify/measure-deviation.ts';
import { mergeMeshes } from '../../../server/derive/make/simplify/merge-meshes.ts';
import { createSimplifier } from '../../../server/derive/make/simplify/simplify-scene.ts';

beforeAll(() => MeshoptSimplifier.ready);

const [around, down] = [48, 24];

/** Places on a ball, and in its texture, which ends where it begins. */
function makeBall() {
  const positions: number[] = [];
  const coordinates: number[] = [];
  const indices: number[] = [];
  for (let column = 0; column <= around; column += 1)
    for (let row = 0; row <= down; row += 1) {
      const vertex = positions.length / 3;
      const [east, south] = [((column % around) / around) * Math.PI * 2, (row / down) * Math.PI];
      const isPole = row === 0 || row === down;
      const out = isPole ? 0 : Math.sin(south);
      positions.push(out * Math.cos(east), Math.cos(south), out * Math.sin(east));
      coordinates.push(column / around, row / down);
      const [right, below] = [vertex + down + 1, vertex + 1];
      if (column === around || row === down) continue;
      if (row > 0) indices.push(vertex, right, below);
      if (row < down - 1) indices.push(below, right, right + 1);
    }
  return { positions, coordinates, indices };
}

/** Twelve balls side by side, each its own mesh. */
function makeBalls() {
  const { positions, coordinates, indices } = makeBall();
  const document = new Document();
  const buffer = document.createBuffer();
  const scene = document.createScene();
  const accessor = (type: 'VEC2' | 'VEC3', values: number[]) =>
    document.createAccessor().setType(type).setArray(new Float32Array(values)).setBuffer(buffer);
  for (let ball = 0; ball < 12; ball += 1) {
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', accessor('VEC3', positions))
      .setAttribute('TEXCOORD_0', accessor('VEC2', coordinates))
      .setIndices(document.createAccessor().setArray(new Uint32Array(indices)).setBuffer(buffer));
    const mesh = document.createMesh().addPrimitive(primitive);
    const place: [number, number, number] = [(ball % 4) * 2.2, Math.floor(ball / 4) * 2.2, 0];
    scene.addChild(document.createNode().setMesh(mesh).setTranslation(place));
  }
  return document;
}

test('comes twice as near with twice the triangles, seams or not', () => {
  const mesh = mergeMeshes(makeBalls());
  if (mesh === null) throw new Error('it has triangles');
  const [simplify, measure] = [createSimplifier(mesh), createDeviation(mesh, 2000)];

  const deviations = [1200, 2400].map((wanted) => {
    const { indices, triangles } = simplify(wanted);
    expect(Math.abs(triangles - wanted)).toBeLessThan(wanted * 0.1);
    return measure({ positions: mesh.positions, indices });
  });

  const [few = 0, many = 0] = deviations;
  expect(many / few).toBeLessThan(0.6);
});
