import { grid } from '../geometry/grid.ts';
import { joinPieces, type Piece, refine } from '../geometry/piece.ts';
import { place } from '../geometry/place.ts';
import { roundedBox } from '../geometry/rounded-box.ts';
import { mix, type Vec3 } from '../geometry/vector.ts';
import type { Painter } from '../model.ts';
import { mixColours, shade, toColour } from '../textures/colour.ts';
import { createNoise } from '../textures/noise.ts';
import { type Arch, archPoint } from './gothic-arch.ts';

export const WINDOW: Arch = { half: 0.6, spring: 1.45, lean: 0.36 };

/** Lozenges of coloured glass. */
export function paintGlass(): Painter {
  const noise = createNoise(202);
  const colours = ['#2f5fa8', '#b3303a', '#d9a93a', '#3c8a58', '#6d4a9c', '#8fb7c9'].map(toColour);
  return (u, v) => {
    const [a, b] = [Math.floor((u + v) * 8), Math.floor((u - v + 8) * 8)];
    const pick = Math.floor(noise((a % 8) / 8 + 0.01, (b % 8) / 8 + 0.01, 8, 8) * 6 + (a % 2)) % 6;
    const colour = colours[pick] ?? [0.5, 0.5, 0.5];
    return shade(mixColours(colour, [0, 0, 0], 0.12), 0.85 + 0.3 * noise(u, v, 40, 40));
  };
}

export function pane(detail: number): Piece {
  const rows = refine(detail, 36, 12);
  return grid({
    columns: 2,
    rows,
    point: (column, row): Vec3 => {
      const [x, y] = archPoint(WINDOW, 0.03, { along: row / rows, foot: 0.14 });
      return [x * (column - 1), y, 0];
    },
    uv: (column, row) => {
      const [x, y] = archPoint(WINDOW, 0.03, { along: row / rows, foot: 0.14 });
      return [(x * (column - 1)) / 1.3 + 0.5, y / 1.3];
    },
  });
}

export function leading(detail: number): readonly Piece[] {
  const bars = [0.45, 0.78, 1.11, 1.44].map((y) =>
    place(roundedBox({ size: [1.2, 0.014, 0.018], bevel: 0 }), { move: [0, y, 0] }),
  );
  if (detail < 0.5) return bars;
  const lines = Array.from({ length: 18 }, (_, index) => (index - 4) * LOZENGE);
  return [...bars, ...lines.flatMap((line) => [came(line, 1), came(line, -1)])];
}

/** Metres between two leads of one direction, measured upright. */
const LOZENGE = 1.3 / 8;

/** The strip of lead along y = side * x + line, cut where it meets the stone. */
function came(line: number, side: number): Piece {
  const steps = 240;
  const inside = Array.from({ length: steps + 1 }, (_, step) => mix(-0.6, 0.6, step / steps)).filter((x) =>
    isGlazed(x, side * x + line),
  );
  const [from, to] = [inside[0], inside.at(-1)];
  if (from === undefined || to === undefined || to - from < 0.04) return joinPieces([]);
  const strip = roundedBox({ size: [0.007, Math.SQRT2 * (to - from), 0.012], bevel: 0 });
  const middle = (from + to) / 2;
  return place(strip, { turn: [0, 0, side * -45], move: [middle, side * middle + line, 0] });
}

function isGlazed(x: number, y: number): boolean {
  const { half, spring, lean } = WINDOW;
  const reach = y <= spring ? half : Math.hypot(x < 0 ? -x + lean : x + lean, y - spring);
  return y > 0.15 && (y <= spring ? Math.abs(x) < half : reach < half + lean);
}
