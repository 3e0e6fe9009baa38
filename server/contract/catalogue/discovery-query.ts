import { z } from 'zod';
import { limits, modelColours } from '../limits.ts';

const Text = z.string().max(limits.queryLength).optional();
const Values = z.array(z.string().max(200)).max(limits.filterValues).optional();
const Flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }).optional();
const wholeNumber = /^\s*[+-]?\d+\s*$/;

/** Clamps an integer of any length to JavaScript's safe range. */
function clampWhole(value: unknown) {
  const text = typeof value === 'number' ? value.toString() : value;
  if (typeof text !== 'string' || !wholeNumber.test(text)) return value;
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

const Whole = z.number({ error: 'Write a whole number' }).int({ error: 'Write a whole number' });

/** An integer; clamped rather than rejected. */
export const Count = z.preprocess(clampWhole, Whole).optional();

/** A measurement, given as text. */
const Metres = z.coerce.number({ error: 'Write a number of metres' }).optional();

export const Sort = z.enum(['relevance', 'popular', 'newest', 'title', 'triangles']);

export const DiscoveryQuery = z.object({
  q: Text.describe(
    'Words to find. -word leaves models with that word out; "two words" prefers models with these words side by side',
  ),
  query: Text.describe('Alias of q'),
  limit: Count.describe(
    `Models per page, 1-${limits.pageSize.max}, clamped; default ${limits.pageSize.default}`,
  ),
  topK: Count.describe('Alias of limit'),
  offset: Count.describe('Models to skip, default 0'),
  sort: Sort.optional(),
  type: z
    .preprocess(clampWhole, Whole.min(0).max(4))
    .optional()
    .describe('0 model, 1 character, 2 material, 3 texture, 4 effect'),
  category: Text.describe('Name or slug'),
  categories: Text.describe('Names or slugs, separated by commas'),
  subcategory: Text.describe('Name or slug'),
  tag: Values.describe('Repeatable; any of them matches'),
  format: Values.describe('Repeatable: glb, fbx, obj, …'),
  lod: Values.describe('Repeatable: 1k, 10k, 100k, source'),
  license: Values.describe('Repeatable; any of them matches'),
  animated: Flag,
  rigged: Flag,
  triMin: Count.describe(
    'Least triangles, of the topologies in `lod`, else of any; `matchedLod` names it, `matchedTriangles` counts its triangles',
  ),
  triMax: Count.describe('Most triangles'),
  sizeMin: Count.describe('Least bytes of all files, of the topologies in `lod`, else of the whole model'),
  sizeMax: Count.describe('Most bytes'),
  sizeMaxX: Metres.describe('Most metres of the width; a model whose size is not known never matches'),
  sizeMaxY: Metres.describe('Most metres of the height'),
  sizeMaxZ: Metres.describe('Most metres of the depth'),
  sources: z
    .enum(['all', 'others'])
    .optional()
    .describe(
      'Of a search by words: all adds the models of other catalogues to the first page, others gives only those',
    ),
  colour: Values.describe(`Repeatable; the main colour of the poster: ${modelColours.join(', ')}`),
});
export type DiscoveryQuery = z.infer<typeof DiscoveryQuery>;
