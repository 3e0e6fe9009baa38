import { grid } from './grid.ts';
import { joinPieces, type Piece } from './piece.ts';
import { add, cross, dot, normalize, scale, subtract, turnAround, type Vec2, type Vec3 } from './vector.ts';

export type Sweep = {
  readonly path: (t: number) => Vec3;
  readonly along: number;
  readonly around: number;
  readonly radius: number | ((t: number) => number);
  /** The section at this angle and place, for a radius of 1; a circle when absent. */
  readonly section?: (angle: number, t: number) => Vec2;
  readonly isLoop?: boolean;
  readonly caps?: 'flat' | 'round' | 'none';
  readonly tiles?: Vec2;
  /** Where the section's first axis points at the start. */
  readonly side?: Vec3;
};

type Frame = { readonly centre: Vec3; readonly side: Vec3; readonly up: Vec3; readonly forward: Vec3 };
type Ring = { readonly frame: Frame; readonly radius: number; readonly t: number; readonly shift: number };

/** Draws a section along a path without twisting it. */
export function sweep(input: Sweep): Piece {
  const rings = lazily(() => listRings(input));
  const caps = input.isLoop ? 'none' : (input.caps ?? 'flat');
  const extra = caps === 'round' ? 2 * countCapRows(input) : 0;
  const tiles = input.tiles ?? [1, 1];
  const rows = input.along + extra;
  const body = grid({
    columns: input.around,
    rows,
    wrapsColumns: true,
    wrapsRows: input.isLoop ?? false,
    point: (column, row) => pointOnRing(input, rings()[row], column),
    uv: (column, row) => [(tiles[0] * column) / input.around, (tiles[1] * row) / rows],
  });
  if (caps !== 'flat') return body;
  return joinPieces([body, flatCap(input, rings, 0), flatCap(input, rings, rows)]);
}

function flatCap(input: Sweep, rings: () => readonly Ring[], row: number): Piece {
  const turned = row === 0 ? -1 : 1;
  return grid({
    columns: input.around,
    rows: 1,
    wrapsColumns: true,
    point: (column, step) => {
      const ring = rings()[row];
      if (step === 1 && ring) return ring.frame.centre;
      return pointOnRing(input, ring, turned * column + (turned < 0 ? input.around : 0));
    },
    uv: (column, step) => {
      const angle = (2 * Math.PI * column) / input.around;
      return [0.5 + 0.2 * (1 - step) * Math.cos(angle), 0.5 + 0.2 * (1 - step) * Math.sin(angle)];
    },
  });
}

function pointOnRing(input: Sweep, ring: Ring | undefined, column: number): Vec3 {
  if (!ring) return [0, 0, 0];
  const { frame, radius, t, shift } = ring;
  const angle = (2 * Math.PI * (column % input.around)) / input.around;
  const [x, y] = input.section?.(angle, t) ?? [Math.cos(angle), Math.sin(angle)];
  const flat = add(scale(frame.side, x * radius), scale(frame.up, y * radius));
  return add(add(frame.centre, scale(frame.forward, shift)), flat);
}

function countCapRows(input: Sweep): number {
  return Math.max(1, Math.round(input.around / 4));
}

function listRings(input: Sweep): readonly Ring[] {
  const { along } = input;
  const radiusAt = (t: number): number => (typeof input.radius === 'number' ? input.radius : input.radius(t));
  const frames = listFrames(input);
  const body = frames.map((frame, row) => ({
    frame,
    radius: radiusAt(row / along),
    t: row / along,
    shift: 0,
  }));
  const [first, last] = [body[0], body.at(-1)];
  if (input.caps !== 'round' || input.isLoop || !first || !last) return body;
  const steps = countCapRows(input);
  const bend = Array.from({ length: steps }, (_, step) => (Math.PI / 2) * (step / steps));
  const capAt = (ring: Ring, angle: number, direction: number): Ring => ({
    ...ring,
    radius: ring.radius * Math.sin(angle),
    shift: direction * ring.radius * Math.cos(angle),
  });
  return [
    ...bend.map((angle) => capAt(first, angle, -1)),
    ...body,
    ...bend.toReversed().map((angle) => capAt(last, angle, 1)),
  ];
}

function listFrames({ path, along, isLoop, side }: Sweep): readonly Frame[] {
  const at = (row: number): Vec3 => path(isLoop ? (row % along) / along : row / along);
  const tangent = (row: number): Vec3 => {
    if (isLoop) return normalize(subtract(at(row + 1), at(row - 1 + along)));
    return normalize(subtract(at(Math.min(along, row + 1)), at(Math.max(0, row - 1))));
  };
  const frames: Frame[] = [];
  let forward = tangent(0);
  let across = makeSide(forward, side);
  for (let row = 0; row <= along; row += 1) {
    const next = tangent(row);
    const axis = cross(forward, next);
    const sine = Math.hypot(axis[0], axis[1], axis[2]);
    if (sine > 1e-9) across = turnAround(across, scale(axis, 1 / sine), Math.atan2(sine, dot(forward, next)));
    forward = next;
    across = normalize(subtract(across, scale(forward, dot(across, forward))));
    frames.push({ centre: at(row), side: across, up: cross(forward, across), forward });
  }
  return isLoop ? closeTwist(frames) : frames;
}

function makeSide(forward: Vec3, wish: Vec3 | undefined): Vec3 {
  const guess: Vec3 = wish ?? (Math.abs(forward[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]);
  return normalize(subtract(guess, scale(forward, dot(guess, forward))));
}

/** Spreads the twist between a loop's last and first frame over all of them. */
function closeTwist(frames: readonly Frame[]): readonly Frame[] {
  const [first, last] = [frames[0], frames.at(-1)];
  if (!first || !last) return frames;
  const twist = Math.atan2(dot(cross(last.side, first.side), first.forward), dot(last.side, first.side));
  return frames.map((frame, row) => {
    const side = turnAround(frame.side, frame.forward, (twist * row) / (frames.length - 1));
    return { ...frame, side, up: cross(frame.forward, side) };
  });
}

function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
