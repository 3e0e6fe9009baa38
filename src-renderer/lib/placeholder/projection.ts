import type { Solid } from './solid.ts';

export type Point = readonly [x: number, y: number];
export type Projection = {
  /** From free units to picture units. */
  readonly scale: number;
  readonly project: (x: number, y: number, z: number) => Point;
};

export const pictureWidth = 120;
export const pictureHeight = 90;
const margin = 17;
const slope = Math.cos(Math.PI / 6);

function projectFree(x: number, y: number, z: number): Point {
  return [(x - y) * slope, (x + y) / 2 - z];
}

/** An isometric view that centres the solids and fills the picture. */
export function fitProjection(solids: readonly Solid[]): Projection {
  const corners = solids.flatMap((one) =>
    [0, 1, 2, 3, 4, 5, 6, 7].map((corner) =>
      projectFree(
        one.x + (corner & 1 ? one.width : 0),
        one.y + (corner & 2 ? one.depth : 0),
        one.z + (corner & 4 ? one.height : 0),
      ),
    ),
  );
  const across = corners.map(([x]) => x);
  const down = corners.map(([, y]) => y);
  const [left, right, top, bottom] = [
    Math.min(...across),
    Math.max(...across),
    Math.min(...down),
    Math.max(...down),
  ];
  const scale = Math.min(
    (pictureWidth - 2 * margin) / (right - left),
    (pictureHeight - 2 * margin) / (bottom - top),
  );
  const shiftX = pictureWidth / 2 - ((left + right) / 2) * scale;
  const shiftY = pictureHeight / 2 - ((top + bottom) / 2) * scale;
  return {
    scale,
    project: (x, y, z) => {
      const [freeX, freeY] = projectFree(x, y, z);
      return [freeX * scale + shiftX, freeY * scale + shiftY];
    },
  };
}
