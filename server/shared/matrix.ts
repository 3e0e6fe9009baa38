/** Sixteen numbers in column-major order. */
export type Matrix = Float64Array;

export const at = (matrix: Matrix, index: number) => matrix[index] ?? 0;

const matrix = (...numbers: number[]): Matrix => new Float64Array(numbers);
export const identity = matrix(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
/** Rotates from Z up to Y up. */
export const zUp = matrix(1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1);

/** Applies `inner` first, then `outer`. */
export function multiply(outer: Matrix, inner: Matrix): Matrix {
  const product = new Float64Array(16);
  for (let column = 0; column < 16; column += 4)
    for (let row = 0; row < 4; row += 1)
      for (let index = 0; index < 4; index += 1)
        product[column + row] =
          (product[column + row] ?? 0) + at(outer, row + index * 4) * at(inner, column + index);
  return product;
}

export const move = (x = 0, y = 0, z = 0) => matrix(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
export const scale = (x = 1, y = 1, z = 1) => matrix(x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1);
/** Rotates by degrees around an axis. */
export function turn(degrees: number, x: number, y: number, z: number): Matrix {
  const half = (degrees * Math.PI) / 360;
  const along = Math.sin(half) / (Math.hypot(x, y, z) || 1);
  return turnBy(x * along, y * along, z * along, Math.cos(half));
}
/** Rotates by a quaternion. */
export function turnBy(x = 0, y = 0, z = 0, w = 1): Matrix {
  return matrix(
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w), 0],
    ...[2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w), 0],
    ...[2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), 0],
    ...[0, 0, 0, 1],
  );
}
