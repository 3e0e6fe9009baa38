/** A part of a view in pixels, from the bottom left as in WebGL. */
type Cell = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
type Size = { readonly width: number; readonly height: number };

/** Divides the view among several models of the same size: side by side if it is wide, else stacked. */
export function listCells(count: number, { width, height }: Size): readonly Cell[] {
  const isWide = width >= height;
  const [columns, rows] = isWide ? [count, 1] : [1, count];
  const size = { width: width / columns, height: height / rows };
  return Array.from({ length: count }, (_, index) => ({
    x: isWide ? index * size.width : 0,
    y: isWide ? 0 : height - (index + 1) * size.height,
    ...size,
  }));
}

/** Returns the cell at a point of the view, and the point within it; both from -1 to 1 to the right and up. */
export function findInCells(at: { readonly x: number; readonly y: number }, cells: readonly Cell[]) {
  const width = Math.max(...cells.map((cell) => cell.x + cell.width));
  const height = Math.max(...cells.map((cell) => cell.y + cell.height));
  const [x, y] = [((at.x + 1) / 2) * width, ((at.y + 1) / 2) * height];
  const isIn = (cell: Cell) =>
    x >= cell.x && x < cell.x + cell.width && y >= cell.y && y < cell.y + cell.height;
  const index = Math.max(0, cells.findIndex(isIn));
  const cell = cells[index] ?? { x: 0, y: 0, width, height };
  return {
    index,
    x: ((x - cell.x) / cell.width) * 2 - 1,
    y: ((y - cell.y) / cell.height) * 2 - 1,
  };
}
