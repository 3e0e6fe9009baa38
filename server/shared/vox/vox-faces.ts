import { toLight } from '../light.ts';
import type { VoxModel, VoxScene } from './read-vox.ts';

/** Called with a rectangle: its four corners in order, and its colour index. */
type Visit = (corners: Float64Array, colour: number) => void;
type Side = { readonly across: number; readonly up: number; readonly out: number; readonly bit: number };

const steps = [1, 256, 65536];
/** The two directions along a side are in the order in which cubes are visited. */
const sides: readonly Side[] = [0, 1, 2].flatMap((axis) => {
  const [across = 0, up = 0] = [0, 1, 2].filter((other) => other !== axis);
  return [1, -1].map((sign, index) => ({ across, up, out: sign * (axis + 1), bit: 1 << (axis * 2 + index) }));
});
const at = (cube: number, axis: number) => (cube >> (axis * 8)) & 255;

/** Finds a model's visible faces, merged into rectangles of one colour. Reuses its memory for the next model. */
export function createFaceFinder() {
  const colours = new Uint8Array(256 ** 3);
  const done = new Uint8Array(256 ** 3);
  const corners = new Float64Array(12);

  function isOpen(cube: number, colour: number, { out, bit }: Side): boolean {
    if (colours[cube] !== colour || ((done[cube] ?? 0) & bit) !== 0) return false;
    const axis = Math.abs(out) - 1;
    const next = at(cube, axis) + Math.sign(out);
    return next < 0 || next > 255 || colours[cube + Math.sign(out) * (steps[axis] ?? 0)] === 0;
  }

  function findRectangle(cube: number, side: Side): readonly [number, number] {
    const colour = colours[cube] ?? 0;
    const [right = 0, above = 0] = [steps[side.across], steps[side.up]];
    let width = 1;
    while (at(cube, side.across) + width < 256 && isOpen(cube + width * right, colour, side)) width += 1;
    const isRowOpen = (row: number) => {
      for (let column = 0; column < width; column += 1)
        if (!isOpen(cube + row * above + column * right, colour, side)) return false;
      return true;
    };
    let height = 1;
    while (at(cube, side.up) + height < 256 && isRowOpen(height)) height += 1;
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) {
        const taken = cube + row * above + column * right;
        done[taken] = (done[taken] ?? 0) | side.bit;
      }
    return [width, height];
  }

  function put(cube: number, side: Side, [width, height]: readonly [number, number], size: VoxModel['size']) {
    const axis = Math.abs(side.out) - 1;
    // Winds the corners as seen from outside.
    const isTurned = side.out > 0 === (axis === 1);
    for (let corner = 0; corner < 4; corner += 1) {
      const place = isTurned ? 3 - corner : corner;
      const offsets = [0, 0, 0];
      offsets[side.across] = place === 1 || place === 2 ? width : 0;
      offsets[side.up] = place > 1 ? height : 0;
      offsets[axis] = side.out > 0 ? 1 : 0;
      for (let row = 0; row < 3; row += 1)
        corners[corner * 3 + row] = at(cube, row) + (offsets[row] ?? 0) - (size[row] ?? 0) / 2;
    }
  }

  return ({ cubes, size }: VoxModel, visit: Visit): void => {
    const taken = new Uint32Array(cubes.length / 4);
    for (let index = 0; index < taken.length; index += 1) {
      const from = index * 4;
      const cube = (cubes[from] ?? 0) | ((cubes[from + 1] ?? 0) << 8) | ((cubes[from + 2] ?? 0) << 16);
      taken[index] = cube;
      colours[cube] = cubes[from + 3] ?? 0;
    }
    taken.sort();
    for (const side of sides)
      for (const cube of taken) {
        const colour = colours[cube] ?? 0;
        if (colour === 0 || !isOpen(cube, colour, side)) continue;
        put(cube, side, findRectangle(cube, side), size);
        visit(corners, colour);
      }
    for (const cube of taken) {
      colours[cube] = 0;
      done[cube] = 0;
    }
  };
}

/** Counts the triangles of a scene as it is drawn. */
export function countVoxTriangles({ shown }: VoxScene): number {
  const visitFaces = createFaceFinder();
  const known = new Map<VoxModel, number>();
  const count = (model: VoxModel) => {
    let triangles = 0;
    visitFaces(model, () => {
      triangles += 2;
    });
    known.set(model, triangles);
    return triangles;
  };
  return shown.reduce((sum, { model }) => sum + (known.get(model) ?? count(model)), 0);
}

const triangles = [0, 1, 2, 0, 2, 3];

/** Returns the surfaces of a scene, with a linear colour at each vertex. */
export function listVoxSurfaces({ palette, shown }: VoxScene) {
  const visitFaces = createFaceFinder();
  const light = palette.map((colour) => [16, 8, 0].map((bits) => toLight(((colour >> bits) & 255) / 255)));
  const toSurface = (model: VoxModel) => {
    const faces: { readonly corners: Float64Array; readonly colour: number }[] = [];
    visitFaces(model, (corners, colour) => faces.push({ corners: corners.slice(), colour }));
    const points = new Float32Array(faces.length * 12);
    const colours = new Float32Array(faces.length * 12);
    const indices = new Uint32Array(faces.length * 6);
    for (const [face, { corners, colour }] of faces.entries()) {
      points.set(corners, face * 12);
      for (let point = 0; point < 4; point += 1) colours.set(light[colour] ?? [], face * 12 + point * 3);
      for (const [index, corner] of triangles.entries()) indices[face * 6 + index] = face * 4 + corner;
    }
    return { points, colours, indices };
  };
  const known = new Map<VoxModel, ReturnType<typeof toSurface>>();
  return shown.map(({ model, place }) => {
    const surface = known.get(model) ?? toSurface(model);
    known.set(model, surface);
    return { ...surface, place };
  });
}
