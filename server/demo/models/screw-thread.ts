import { grid } from '../geometry/grid.ts';
import { joinPieces, type Piece } from '../geometry/piece.ts';
import { clamp, ease, type Vec3 } from '../geometry/vector.ts';

export type ScrewThread = {
  readonly radius: number;
  readonly pitch: number;
  readonly from: number;
  readonly to: number;
  readonly around: number;
  /** Steps across one turn of the profile, 2 or more. */
  readonly across: number;
};

/** A metric thread about the Y axis, closed at its upper end by a chamfer. */
export function screwThread(thread: ScrewThread): Piece {
  const { pitch, from, to, around, across } = thread;
  const turns = Math.ceil((to - from) / pitch) + 2;
  const chamfer = pitch * 0.7;
  const body = grid({
    columns: around,
    rows: turns * across,
    wrapsColumns: false,
    point: (column, row): Vec3 => {
      const angle = (2 * Math.PI * column) / around;
      const free = from - pitch + (row / across + column / around - 0.5) * pitch;
      const y = clamp(free, from, to);
      const depth = thread.radius - grooveAt(row / across) * pitch;
      const core = thread.radius - 0.62 * pitch;
      const start = depth + (thread.radius - 0.55 * pitch - depth) * (1 - ease(y, from, from + pitch));
      const end = Math.min(start, core + ((to - y) / chamfer) * 0.62 * pitch);
      return [end * Math.cos(angle), y, -end * Math.sin(angle)];
    },
    uv: (column, row) => [column / around, row / across],
  });
  const core = thread.radius - 0.62 * pitch;
  const lid = grid({
    columns: around,
    rows: 1,
    wrapsColumns: true,
    point: (column, row): Vec3 => {
      const angle = (2 * Math.PI * (column % around)) / around;
      return row === 0 ? [core * Math.cos(angle), to, -core * Math.sin(angle)] : [0, to, 0];
    },
  });
  return joinPieces([body, lid]);
}

/** Depth of the groove at this part of a turn, in pitches: a flat crest, 60 degree flanks, a rounded root. */
function grooveAt(turn: number): number {
  const place = Math.abs((((turn % 1) + 1) % 1) - 0.5) * 2;
  return 0.61 * ease(clamp(0.08 + 0.5 * (1 - place) + 0.46 * (1 - place), 0, 1), 0.16, 0.98) ** 0.85;
}
