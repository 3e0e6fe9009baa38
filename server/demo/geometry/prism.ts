import { grid } from './grid.ts';
import type { Run } from './outline.ts';
import { joinPieces, type Piece } from './piece.ts';
import { clamp, type Vec2, type Vec3 } from './vector.ts';

export type Prism = {
  /** A closed outline in the XY plane, counter-clockwise, seen whole from the origin. */
  readonly runs: readonly Run[];
  readonly depth: number;
  readonly bevel?: number;
  readonly bevelSteps?: number;
  /** Pieces the depth is cut into, for twisting. */
  readonly cuts?: number;
  /** Radius of a round hole about the origin, through the whole depth. */
  readonly hole?: number;
  /** Metres that one texture covers. */
  readonly tile?: number;
};

type Edge = { readonly point: Vec2; readonly inward: Vec2 };

/** An outline drawn out along Z, centred, with rounded edges and perhaps a hole. */
export function prism(input: Prism): Piece {
  const { runs, depth, hole } = input;
  const bevel = input.bevelSteps ? (input.bevel ?? 0) : 0;
  const tile = input.tile ?? depth;
  const edges = offsetRuns(runs);
  const steps = bevel > 0 ? (input.bevelSteps ?? 1) : 0;
  const stops = listStops(depth / 2, { bevel, steps, cuts: input.cuts ?? 1 });
  const walls = edges.map((run) => wall(run, stops, tile));
  const loop = edges.flatMap((run) => run.slice(0, -1));
  const caps = [1, -1].map((sign) => cap(loop, { sign, bevel, depth, hole: hole ?? 0, tile }));
  return joinPieces([
    ...walls,
    ...caps,
    ...(hole ? [bore(loop, { hole, depth, cuts: input.cuts ?? 1 })] : []),
  ]);
}

type StopInput = { readonly bevel: number; readonly steps: number; readonly cuts: number };

/** Inset and height of the wall's rows, from the back to the front. */
function listStops(half: number, { bevel, steps, cuts }: StopInput): readonly Vec2[] {
  const flat = half - bevel;
  const bend = Array.from({ length: steps }, (_, step): Vec2 => {
    const angle = (Math.PI / 2) * (step / steps);
    return [bevel * (1 - Math.sin(angle)), flat + bevel * Math.cos(angle)];
  });
  const middle = Array.from({ length: cuts + 1 }, (_, cut): Vec2 => [0, flat * ((2 * cut) / cuts - 1)]);
  return [...bend.map(([inset, z]): Vec2 => [inset, -z]), ...middle, ...bend.toReversed()];
}

function wall(run: readonly Edge[], stops: readonly Vec2[], tile: number): Piece {
  return grid({
    columns: run.length - 1,
    rows: stops.length - 1,
    point: (column, row) => insetPoint(run[column], stops[row] ?? [0, 0]),
    uv: (column, row) => {
      const [x, y] = run[column]?.point ?? [0, 0];
      return [(x + y) / tile, (stops[row]?.[1] ?? 0) / tile];
    },
  });
}

function insetPoint(edge: Edge | undefined, [inset, z]: Vec2): Vec3 {
  if (!edge) return [0, 0, 0];
  return [edge.point[0] + edge.inward[0] * inset, edge.point[1] + edge.inward[1] * inset, z];
}

type Cap = {
  readonly sign: number;
  readonly bevel: number;
  readonly depth: number;
  readonly hole: number;
  readonly tile: number;
};

function cap(loop: readonly Edge[], { sign, bevel, depth, hole, tile }: Cap): Piece {
  const count = loop.length;
  const at = (column: number, row: number): Vec3 => {
    const index = sign > 0 ? column % count : (count - column) % count;
    const [x, y, z] = insetPoint(loop[index], [bevel, (sign * depth) / 2]);
    if (row === 0) return [x, y, z];
    const length = Math.hypot(x, y) || 1;
    return [(x / length) * hole, (y / length) * hole, z];
  };
  return grid({
    columns: count,
    rows: 1,
    wrapsColumns: true,
    point: at,
    uv: (column, row) => {
      const [x, y] = at(column, row);
      return [x / tile + 0.5, y / tile + 0.5];
    },
  });
}

type Bore = { readonly hole: number; readonly depth: number; readonly cuts: number };

function bore(loop: readonly Edge[], { hole, depth, cuts }: Bore): Piece {
  const count = loop.length;
  return grid({
    columns: count,
    rows: cuts,
    wrapsColumns: true,
    point: (column, row) => {
      const [x, y] = loop[(count - column) % count]?.point ?? [1, 0];
      const length = Math.hypot(x, y) || 1;
      return [(x / length) * hole, (y / length) * hole, (row / cuts - 0.5) * depth];
    },
  });
}

/** The inward direction at every point, lengthened at corners so that both sides keep their distance. */
function offsetRuns(runs: readonly Run[]): readonly (readonly Edge[])[] {
  const loop = runs.flatMap((run) => run.slice(0, -1));
  const count = loop.length;
  const at = (index: number): Vec2 => loop[(index + count) % count] ?? [0, 0];
  let start = 0;
  return runs.map((run) => {
    const from = start;
    start += run.length - 1;
    return run.map((point, index) => ({
      point,
      inward: findInward(at(from + index - 1), point, at(from + index + 1)),
    }));
  });
}

function findInward(before: Vec2, point: Vec2, after: Vec2): Vec2 {
  const left = (from: Vec2, to: Vec2): Vec2 => {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    return [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  };
  const [a, b] = [left(before, point), left(point, after)];
  const shared = 1 + a[0] * b[0] + a[1] * b[1];
  const reach = 1 / clamp(shared, 0.5, 2);
  return [(a[0] + b[0]) * reach, (a[1] + b[1]) * reach];
}
