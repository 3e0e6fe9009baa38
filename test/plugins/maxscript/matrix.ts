import type { Matrix } from './values.ts';

type Row = readonly number[];

const at = (row: Row | undefined, index: number) => row?.[index] ?? 0;

export const identity: Matrix = {
  kind: 'matrix',
  rows: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0, 0, 0],
  ],
};

export const translation = (offset: Row): Matrix => ({
  kind: 'matrix',
  rows: [...identity.rows.slice(0, 3), offset],
});

/** Row vectors, as in 3ds Max: first `left`, then `right`. */
export function multiply(left: Matrix, right: Matrix): Matrix {
  const rows = left.rows.map((row, index) =>
    [0, 1, 2].map(
      (column) =>
        [0, 1, 2].reduce((sum, inner) => sum + at(row, inner) * at(right.rows[inner], column), 0) +
        (index === 3 ? at(right.rows[3], column) : 0),
    ),
  );
  return { kind: 'matrix', rows };
}

export function invert({ rows }: Matrix): Matrix {
  const entry = (row: number, column: number) => at(rows[row], column);
  const minor = (row: number, column: number) => {
    const [a = 0, b = 0] = [0, 1, 2].filter((one) => one !== row);
    const [c = 0, d = 0] = [0, 1, 2].filter((one) => one !== column);
    return ((row + column) % 2 === 0 ? 1 : -1) * (entry(a, c) * entry(b, d) - entry(a, d) * entry(b, c));
  };
  const determinant = [0, 1, 2].reduce((sum, column) => sum + entry(0, column) * minor(0, column), 0);
  const axes = [0, 1, 2].map((row) => [0, 1, 2].map((column) => minor(column, row) / determinant));
  const position = [0, 1, 2].map(
    (column) => -[0, 1, 2].reduce((sum, inner) => sum + entry(3, inner) * at(axes[inner], column), 0),
  );
  return { kind: 'matrix', rows: [...axes, position] };
}
