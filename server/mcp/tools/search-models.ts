import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ModelRecord } from '../../contract/catalogue/discovery.ts';
import { LodName } from '../../contract/common.ts';
import { limits, modelColours } from '../../contract/limits.ts';
import { readCursor, toCursor } from '../cursors.ts';
import type { McpLimits } from '../mcp-limits.ts';
import { toModelId } from '../model-id.ts';
import { defineTool } from './define-tool.ts';

const { default: usual, max } = limits.mcp.pageSize;
const Whole = z.number({ error: 'Write a whole number' }).int({ error: 'Write a whole number' });

const input = z.object({
  query_string: z
    .string({ error: 'Write the words to find; an empty text lists the most popular models' })
    .max(limits.queryLength)
    .describe('Words for the object, e.g. "wooden chair". Plain text; empty lists popular models'),
  category_string: z.string().max(200).optional().describe('Name from list_categories'),
  limit_int: Whole.optional().describe(`Results, 1-${max}, default ${usual}`),
  format_string: z.string().max(40).optional().describe('Only with this format: glb, fbx, obj, max, …'),
  lod_string: LodName.optional(),
  polycount_min_int: Whole.optional().describe('Least triangles'),
  polycount_max_int: Whole.optional().describe('Most triangles'),
  size_min_int: Whole.optional().describe('Least bytes of all files'),
  size_max_int: Whole.optional(),
  colour_string: z.enum(modelColours).optional().describe('Main colour'),
  cursor_string: z.string().max(200).optional().describe('next_cursor_string of the page before'),
});

const Found = z.object({
  model_id_string: z.string(),
  title_string: z.string(),
  category_string: z.string(),
  license_string: z.string(),
  license_type_string: z.enum(['lowpoly_free', 'premium']),
  price_usd_number: z.number().describe('Once per model; 1k files are free'),
  lods: z.array(z.string()),
  formats: z.array(z.string()),
  triangles_int: z.number().int().nullable(),
  size_bytes_int: z.number().int(),
  colour_string: z.string().nullable(),
  preview_url_string: z.string().nullable(),
});

const output = z.object({
  models: z.array(Found).describe('Best match first'),
  total_int: z.number().int(),
  next_cursor_string: z.string().nullable(),
  suggestions: z.array(z.string()).optional().describe('Near words, when nothing matched'),
});

const toFound = (model: ModelRecord): z.input<typeof Found> => ({
  model_id_string: toModelId(model.guid),
  title_string: model.title,
  category_string: model.category,
  license_string: model.license,
  license_type_string: model.licenseType,
  price_usd_number: model.priceUsd,
  lods: model.lods,
  formats: model.formats,
  triangles_int: model.triCount,
  size_bytes_int: model.sizeBytes,
  colour_string: model.colour,
  preview_url_string: model.previewMediumUrl,
});

export const createSearchModels = (catalogue: Catalogue, mcpLimits: McpLimits) =>
  defineTool({
    name: 'search_models',
    title: 'Search 3D models',
    description:
      'Find 3D models, best match first. Begin here. Then get_model_details for the files of one model, or download_model at once when the wanted format and LOD stand in the result.',
    input,
    output,
    isReadOnly: true,
    async run(wish, exchange) {
      mcpLimits.countSearch(exchange);
      const { cursor_string: cursor, limit_int: limit = usual, ...selection } = wish;
      const { category_string, format_string, lod_string, polycount_min_int, polycount_max_int } = selection;
      const { size_min_int, size_max_int, colour_string } = selection;
      const offset = cursor === undefined ? 0 : readCursor(cursor, selection);
      const words = wish.query_string.trim();
      const pageSize = Math.min(Math.max(limit, 1), max);
      const page = await catalogue.find({
        ...(words !== '' && { q: words }),
        ...(category_string && { category: category_string }),
        ...(format_string && { format: [format_string] }),
        ...(lod_string && { lod: [lod_string] }),
        ...(polycount_min_int !== undefined && { triMin: polycount_min_int }),
        ...(polycount_max_int !== undefined && { triMax: polycount_max_int }),
        ...(size_min_int !== undefined && { sizeMin: size_min_int }),
        ...(size_max_int !== undefined && { sizeMax: size_max_int }),
        ...(colour_string && { colour: [colour_string] }),
        limit: pageSize,
        offset,
      });
      return {
        models: catalogue.records(page).map(toFound),
        total_int: page.total,
        next_cursor_string: page.hasMore ? toCursor(offset + pageSize, selection) : null,
        ...(page.suggestions.length > 0 && { suggestions: [...page.suggestions] }),
      };
    },
  });
