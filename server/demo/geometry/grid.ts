import type { MeshSink, Piece } from './piece.ts';
import { add, cross, normalize, scale, subtract, type Vec2, type Vec3 } from './vector.ts';

/** A smooth sheet of columns x rows quads; its front is where column direction x row direction points. */
export type Grid = {
  readonly columns: number;
  readonly rows: number;
  readonly point: (column: number, row: number) => Vec3;
  readonly uv?: (column: number, row: number) => Vec2;
  readonly wrapsColumns?: boolean;
  readonly wrapsRows?: boolean;
};

type Edges = {
  readonly firstRow: boolean;
  readonly lastRow: boolean;
  readonly firstColumn: boolean;
  readonly lastColumn: boolean;
};

export function grid(sheet: Grid): Piece {
  const edges = findCollapsedEdges(sheet);
  const lostRows = Number(edges.firstRow) + Number(edges.lastRow);
  const lostColumns = Number(edges.firstColumn) + Number(edges.lastColumn);
  return {
    triangles: 2 * sheet.columns * sheet.rows - lostRows * sheet.columns - lostColumns * sheet.rows,
    emit: (sink) => emitGrid(sheet, edges, sink),
  };
}

function findCollapsedEdges({ columns, rows, point }: Grid): Edges {
  const isOnePoint = (points: readonly Vec3[]): boolean =>
    points.every((each) => isSame(each, points[0] ?? each));
  const alongRow = (row: number): readonly Vec3[] =>
    [0, Math.ceil(columns * 0.3), Math.ceil(columns * 0.6)].map((column) => point(column, row));
  const alongColumn = (column: number): readonly Vec3[] =>
    [0, Math.ceil(rows * 0.3), Math.ceil(rows * 0.6), rows].map((row) => point(column, row));
  return {
    firstRow: isOnePoint(alongRow(0)),
    lastRow: isOnePoint(alongRow(rows)),
    firstColumn: isOnePoint(alongColumn(0)),
    lastColumn: isOnePoint(alongColumn(columns)),
  };
}

function isSame(a: Vec3, b: Vec3): boolean {
  return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) < 1e-9;
}

function emitGrid(sheet: Grid, edges: Edges, sink: MeshSink): void {
  const { columns, rows } = sheet;
  const width = columns + 1;
  const points: Vec3[] = [];
  for (let row = 0; row <= rows; row += 1)
    for (let column = 0; column <= columns; column += 1) points.push(sheet.point(column, row));
  const weld = createWeld(sheet, edges);
  const faces = listFaces(columns, rows).filter(([a, b, c]) => {
    const [x, y, z] = [weld(a), weld(b), weld(c)];
    return x !== y && y !== z && x !== z;
  });
  const normals = sumNormals(points, faces, weld);
  const ids = points.map((point, index) => {
    const column = index % width;
    const row = (index - column) / width;
    const uv = sheet.uv?.(column, row) ?? [column / columns, row / rows];
    return sink.addVertex(point, normalize(normals[weld(index)] ?? [0, 1, 0]), uv);
  });
  for (const [a, b, c] of faces) sink.addTriangle(ids[a] ?? 0, ids[b] ?? 0, ids[c] ?? 0);
}

/** Maps a vertex to the one that stands for its place: seams and poles share one normal. */
function createWeld(sheet: Grid, edges: Edges): (index: number) => number {
  const { columns, rows } = sheet;
  const width = columns + 1;
  return (index) => {
    let column = index % width;
    let row = (index - column) / width;
    if (sheet.wrapsColumns && column === columns) column = 0;
    if (sheet.wrapsRows && row === rows) row = 0;
    if ((edges.firstRow && row === 0) || (edges.lastRow && row === rows)) column = 0;
    if ((edges.firstColumn && column === 0) || (edges.lastColumn && column === columns)) row = 0;
    return row * width + column;
  };
}

function listFaces(columns: number, rows: number): readonly (readonly [number, number, number])[] {
  const width = columns + 1;
  const faces: (readonly [number, number, number])[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corner = row * width + column;
      faces.push([corner, corner + 1, corner + width + 1], [corner, corner + width + 1, corner + width]);
    }
  }
  return faces;
}

function sumNormals(
  points: readonly Vec3[],
  faces: readonly (readonly [number, number, number])[],
  weld: (index: number) => number,
): readonly Vec3[] {
  const sums: Vec3[] = points.map(() => [0, 0, 0]);
  for (const face of faces) {
    const [a, b, c] = [points[face[0]], points[face[1]], points[face[2]]];
    if (!a || !b || !c) continue;
    const normal = scale(cross(subtract(b, a), subtract(c, a)), 1e6);
    for (const corner of face) {
      const place = weld(corner);
      sums[place] = add(sums[place] ?? [0, 0, 0], normal);
    }
  }
  return sums;
}
