import { levelRecipe } from '../catalogue/model/plan-levels.ts';

/** What made a derived file, as it says of itself. */
export const toolName = `Lodestock levels ${levelRecipe} (meshoptimizer)`;
