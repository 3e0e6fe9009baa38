import type { Accessor } from '@gltf-transform/core';
import { toFloats } from '../read/to-floats.ts';
import type { Drawn } from '../simplify/drawn-parts.ts';
import { describePrim, toList, toTuple } from './usd-text.ts';

/** Maps an accessor's elements and flattens the result. */
function mapEach(accessor: Accessor, map: (values: readonly number[]) => readonly number[]): number[] {
  return Array.from({ length: accessor.getCount() }, (_, vertex) => [
    ...map(accessor.getElement(vertex, [])),
  ]).flat();
}

/** USD's texture coordinates start at the bottom. */
const turnOver = (uv: Accessor) => mapEach(uv, ([left = 0, top = 0]) => [left, 1 - top]);
const readColours = (colour: Accessor) => mapEach(colour, (parts) => parts.slice(0, 3));

function boundsOf(points: Float32Array): string {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const [at, value] of points.entries()) {
    low[at % 3] = Math.min(low[at % 3] ?? value, value);
    high[at % 3] = Math.max(high[at % 3] ?? value, value);
  }
  return `[${toTuple(low)}, ${toTuple(high)}]`;
}

type Look = {
  readonly name: string;
  readonly material: string;
  readonly isDoubleSided: boolean;
};

/** A part of a mesh with one material, with normals, UVs and colours per vertex. */
export function describeMesh({ primitive, indices }: Drawn, look: Look): readonly string[] {
  const read = (semantic: string) => primitive.getAttribute(semantic);
  const [position, normal, uv, colour] = ['POSITION', 'NORMAL', 'TEXCOORD_0', 'COLOR_0'].map(read);
  const points = position ? toFloats(position) : new Float32Array();
  const counts = new Uint8Array(indices.length / 3).fill(3);
  const values = (type: string, list: string) => [`${type} = ${list} (`, 'interpolation = "vertex"', ')'];
  return describePrim({
    type: 'Mesh',
    name: look.name,
    about: ['prepend apiSchemas = ["MaterialBindingAPI"]'],
    lines: [
      ...(look.isDoubleSided ? ['uniform bool doubleSided = 1'] : []),
      `float3[] extent = ${boundsOf(points)}`,
      `int[] faceVertexCounts = ${toList(counts, 1)}`,
      `int[] faceVertexIndices = ${toList(indices, 1)}`,
      `rel material:binding = <${look.material}>`,
      `point3f[] points = ${toList(points, 3)}`,
      ...(normal ? values('normal3f[] normals', toList(toFloats(normal), 3)) : []),
      ...(uv ? values('texCoord2f[] primvars:st', toList(turnOver(uv), 2)) : []),
      ...(colour ? values('color3f[] primvars:displayColor', toList(readColours(colour), 3)) : []),
      'uniform token subdivisionScheme = "none"',
    ],
  });
}
