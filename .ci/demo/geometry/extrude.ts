import { ExtrudeGeometry, Path, Shape, Vector2 } from 'three';
import { mergeVertices, toCreasedNormals } from 'three/addons/utils/BufferGeometryUtils.js';
import type { Piece } from './piece.ts';
import type { Vec2 } from './vector.ts';

type Extrude = {
  readonly depth: number;
  readonly bevel?: number;
  /** Steps of the bevel, and of the round hole around the origin. */
  readonly bevelSteps?: number;
  readonly hole?: number;
  readonly holeSteps?: number;
  /** Millimetres per texture tile. */
  readonly tile?: number;
};

/** Extrudes a counter-clockwise outline in the XY plane along Z, centred, with rounded edges and an optional hole. */
export function extrude(outline: readonly Vec2[], options: Extrude): Piece {
  const { depth, bevel = 0, bevelSteps = 0, hole = 0, holeSteps = 24, tile = depth } = options;
  const size = bevelSteps > 0 ? bevel : 0;
  const build = () => {
    const shape = new Shape(outline.map((point) => new Vector2(...point)));
    if (hole > 0) shape.holes.push(new Path().setFromPoints(listCircle(hole, holeSteps)));
    const geometry = new ExtrudeGeometry(shape, {
      depth: depth - 2 * size,
      bevelEnabled: size > 0,
      bevelThickness: size,
      bevelSize: size,
      bevelOffset: -size,
      bevelSegments: bevelSteps,
      steps: 1,
    }).translate(0, 0, size - depth / 2);
    const uvs = geometry.getAttribute('uv').array;
    uvs.forEach((value, index) => {
      uvs[index] = value / tile;
    });
    return mergeVertices(toCreasedNormals(geometry, 0.7));
  };
  const corners = outline.length + (hole > 0 ? holeSteps : 0);
  const caps = 2 * (corners + (hole > 0 ? 0 : -2));
  return { triangles: 2 * corners * (1 + 2 * (size > 0 ? bevelSteps : 0)) + caps, build };
}

function listCircle(radius: number, count: number): Vector2[] {
  return Array.from({ length: count }, (_, step) => {
    const angle = (-2 * Math.PI * step) / count;
    return new Vector2(radius * Math.cos(angle), radius * Math.sin(angle));
  });
}
