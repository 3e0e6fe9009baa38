import type { Mesh } from './geometry/mesh.ts';

/** Distinct rows of whole numbers, and for every vertex of the mesh the row it uses. */
export type Rows = { readonly width: number; readonly values: Int32Array; readonly rowOfVertex: Uint32Array };

export type WeldedMesh = {
  /** In steps of the grain. */
  readonly positions: Rows;
  /** In thousandths. */
  readonly normals: Rows;
  /** In ten-thousandths, v upwards. */
  readonly uvs: Rows;
  readonly indices: Uint32Array;
};

export const NORMAL_STEP = 1e-3;
export const UV_STEP = 1e-4;

/** The mesh with every position, normal and UV held once, as OBJ and FBX want it. */
export function weldMesh(mesh: Mesh, grain: number): WeldedMesh {
  return {
    positions: weldRows(mesh.positions, 3, grain),
    normals: weldRows(mesh.normals, 3, NORMAL_STEP),
    uvs: weldRows(mesh.uvs, 2, UV_STEP),
    indices: mesh.indices,
  };
}

function weldRows(source: ArrayLike<number>, width: number, step: number): Rows {
  const count = source.length / width;
  const values = new Int32Array(source.length);
  const rowOfVertex = new Uint32Array(count);
  const mask = 2 ** Math.ceil(Math.log2(count * 2 + 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  let used = 0;
  for (let vertex = 0; vertex < count; vertex += 1) {
    let hash = 0;
    for (let axis = 0; axis < width; axis += 1) {
      const value = Math.round((source[vertex * width + axis] ?? 0) / step);
      values[used * width + axis] = value;
      hash = Math.imul(hash ^ value, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    const row = findSlot({ slots, mask, values, width }, hash & mask, used);
    rowOfVertex[vertex] = row;
    if (row === used) used += 1;
  }
  return { width, values: values.slice(0, used * width), rowOfVertex };
}

type Table = {
  readonly slots: Int32Array;
  readonly mask: number;
  readonly values: Int32Array;
  readonly width: number;
};

/** The row equal to the candidate, or the candidate itself, then entered into the table. */
function findSlot({ slots, mask, values, width }: Table, start: number, candidate: number): number {
  for (let slot = start; ; slot = (slot + 1) & mask) {
    const row = slots[slot] ?? -1;
    if (row === -1) {
      slots[slot] = candidate;
      return candidate;
    }
    let axis = 0;
    while (axis < width && values[row * width + axis] === values[candidate * width + axis]) axis += 1;
    if (axis === width) return row;
  }
}
