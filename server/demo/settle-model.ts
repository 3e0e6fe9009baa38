import { joinPieces } from './geometry/piece.ts';
import { place } from './geometry/place.ts';
import { add, type Vec3 } from './geometry/vector.ts';
import type { DemoModel, Part } from './model.ts';

/** The model moved so that it stands on y = 0 and its box is centred, by one step for all levels of detail. */
export function settleModel(model: DemoModel): DemoModel {
  const move = findMove(model.shape(1));
  return {
    ...model,
    shape: (detail) =>
      model.shape(detail).map((part) => ({
        ...part,
        piece: place(part.piece, { move }),
        ...(part.spin ? { spin: { ...part.spin, pivot: add(part.spin.pivot, move) } } : {}),
      })),
  };
}

function findMove(parts: readonly Part[]): Vec3 {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  joinPieces(parts.map((part) => part.piece)).emit({
    addVertex: (position) => {
      position.forEach((value, axis) => {
        low[axis] = Math.min(low[axis] ?? value, value);
        high[axis] = Math.max(high[axis] ?? value, value);
      });
      return 0;
    },
    addTriangle: () => {},
  });
  const middle = (axis: number): number => -((low[axis] ?? 0) + (high[axis] ?? 0)) / 2;
  return [middle(0), -(low[1] ?? 0), middle(2)];
}
