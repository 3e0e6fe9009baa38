import type { DemoModel, Part } from './model.ts';

/** The parts at the finest detail with at most `budget` triangles; throws when even the coarsest has more. */
export function fitDetail(model: Pick<DemoModel, 'slug' | 'shape'>, budget: number): readonly Part[] {
  let [low, high] = [0.05, 12];
  if (countTriangles(model.shape(low)) > budget)
    throw new RangeError(
      `The demo model ${model.slug} cannot be built with ${budget} triangles; allow it more.`,
    );
  for (let step = 0; step < 13; step += 1) {
    const middle = Math.sqrt(low * high);
    if (countTriangles(model.shape(middle)) > budget) high = middle;
    else low = middle;
  }
  return model.shape(low);
}

function countTriangles(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => sum + part.piece.triangles, 0);
}
