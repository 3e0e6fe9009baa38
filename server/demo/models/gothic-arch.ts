import { grid } from '../geometry/grid.ts';
import { joinPieces, type Piece } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { mix, type Vec2, type Vec3 } from '../geometry/vector.ts';

/** A pointed arch: half its clear width, the height where it starts to bend, and how far beyond the middle its centres lie. */
export type Arch = { readonly half: number; readonly spring: number; readonly lean: number };

type Place = { readonly along: number; readonly foot: number };

/** The point of the right half, `out` metres outside the clear width: jamb first, then the arc to the apex. */
export function archPoint(arch: Arch, out: number, { along, foot }: Place): Vec2 {
  const jamb = 0.35;
  if (along <= jamb) return [arch.half + out, mix(foot, arch.spring, along / jamb)];
  const radius = arch.half + arch.lean + out;
  const angle = Math.acos(arch.lean / radius) * ((along - jamb) / (1 - jamb));
  return [along >= 1 ? 0 : radius * Math.cos(angle) - arch.lean, arch.spring + radius * Math.sin(angle)];
}

export type ArchBand = {
  readonly arch: Arch;
  /** The closed section as runs of [outwards, forwards], going round it clockwise seen from above on the right. */
  readonly sections: readonly (readonly Vec2[])[];
  readonly along: number;
  readonly foot: number;
};

/** A moulding that follows the whole arch, mitred at its apex. */
export function archBand({ arch, sections, along, foot }: ArchBand): Piece {
  const half = joinPieces(sections.map((run) => archRun(run, { arch, along, foot })));
  return joinPieces([half, place(half, { scale: [-1, 1, 1] })]);
}

type RunInput = { readonly arch: Arch; readonly along: number; readonly foot: number };

function archRun(run: readonly Vec2[], { arch, along, foot }: RunInput): Piece {
  const rows = along + 1;
  const placeAt = (row: number): number => (row === 0 ? 0 : mix(0.35, 1, (row - 1) / along));
  return grid({
    columns: run.length - 1,
    rows,
    point: (column, row): Vec3 => {
      const [out, forward] = run[column] ?? [0, 0];
      const [x, y] = archPoint(arch, out, { along: placeAt(row), foot });
      return [x, y, forward];
    },
    uv: (column, row) => {
      const [out, forward] = run[column] ?? [0, 0];
      const [, y] = archPoint(arch, out, { along: placeAt(row), foot });
      return [out + forward + 0.3, y];
    },
  });
}
