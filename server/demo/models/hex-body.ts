import { grid } from '../geometry/grid.ts';
import { lathe } from '../geometry/lathe.ts';
import { joinPieces, type Piece } from '../geometry/piece.ts';
import type { Vec3 } from '../geometry/vector.ts';

export type HexBody = {
  readonly acrossFlats: number;
  readonly height: number;
  /** Steps along each of the six sides, and across the chamfer. */
  readonly steps: number;
  readonly arc: number;
  readonly hole?: number;
  /** Without a chamfer on the underside. */
  readonly isFlatBelow: boolean;
};

/** A hexagon head or nut standing on y = 0, its corners turned off by a cone of 30 degrees. */
export function hexBody(body: HexBody): Piece {
  const sides = Array.from({ length: 6 }, (_, side) => side);
  const flats = sides.map((side) => sideFlat(body, side));
  const ends = [1, ...(body.isFlatBelow ? [] : [-1])].map((sign) => chamferedEnd(body, sign));
  if (!body.hole) return joinPieces([...flats, ...ends]);
  const { hole, height } = body;
  const lip = hole * 0.1;
  const bore = lathe({
    runs: [
      [
        [hole, height - lip],
        [hole, lip],
      ],
    ],
    around: 6 * body.steps,
    tiles: [2, 0.5],
  });
  return joinPieces([...flats, ...ends, bore]);
}

function reachAt({ acrossFlats }: HexBody, angle: number): number {
  const sixth = Math.PI / 3;
  const inside = (((angle % sixth) + sixth) % sixth) - sixth / 2;
  return acrossFlats / 2 / Math.cos(inside);
}

/** How far the cone cuts down the edge at this distance from the axis. */
function chamferAt({ acrossFlats }: HexBody, radius: number): number {
  return Math.max(0, radius - acrossFlats * 0.475) * Math.tan(Math.PI / 6);
}

function pointAt(angle: number, radius: number, height: number): Vec3 {
  return [radius * Math.cos(angle), height, -radius * Math.sin(angle)];
}

function sideFlat(body: HexBody, side: number): Piece {
  const angleAt = (column: number): number => (Math.PI / 3) * (side + column / body.steps);
  const reach = (column: number): number =>
    column === 0 || column === body.steps ? body.acrossFlats / Math.sqrt(3) : reachAt(body, angleAt(column));
  return grid({
    columns: body.steps,
    rows: 1,
    point: (column, row) => {
      const cut = chamferAt(body, reach(column));
      const height = row === 0 ? (body.isFlatBelow ? 0 : cut) : body.height - cut;
      return pointAt(angleAt(column), reach(column), height);
    },
    uv: (column, row) => [(side + column / body.steps) / 3, row * 0.5],
  });
}

function chamferedEnd(body: HexBody, sign: number): Piece {
  const { steps, height, hole = 0 } = body;
  const columns = steps * 6;
  const [cone, edge] = [body.acrossFlats * 0.475, hole * 1.1];
  const angleAt = (column: number): number => (sign * 2 * Math.PI * column) / columns;
  const level = (cut: number): number => (sign > 0 ? height - cut : cut);
  const outer = (column: number): number =>
    column % steps === 0 ? body.acrossFlats / Math.sqrt(3) : reachAt(body, angleAt(column));
  const ring = (
    radiusAt: (column: number, row: number) => number,
    cutAt: (radius: number) => number,
  ): Piece =>
    grid({
      columns,
      rows: 1,
      wrapsColumns: true,
      point: (column, row) => {
        const radius = radiusAt(column, row);
        return pointAt(angleAt(column % columns), radius, level(cutAt(radius)));
      },
      uv: (column, row) => {
        const radius = radiusAt(column, row) / body.acrossFlats;
        return [0.5 + radius * Math.cos(angleAt(column)), 0.5 + radius * Math.sin(angleAt(column))];
      },
    });
  const slope = ring(
    (column, row) => (row === 0 ? outer(column) : cone),
    (radius) => chamferAt(body, radius),
  );
  const flat = ring(
    (_, row) => (row === 0 ? cone : edge),
    () => 0,
  );
  if (hole === 0) return joinPieces([slope, flat]);
  const sink = ring(
    (_, row) => (row === 0 ? edge : hole),
    (radius) => edge - radius,
  );
  return joinPieces([slope, flat, sink]);
}
