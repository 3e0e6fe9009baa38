import { z } from 'zod';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import type { ModelRecord } from '../../contract/catalogue/discovery.ts';
import type { DiscoveryQuery } from '../../contract/catalogue/discovery-query.ts';
import { LodName } from '../../contract/common.ts';
import { limits, modelColours } from '../../contract/limits.ts';
import type { Sources } from '../../sources/sources.ts';
import { readCursor, toCursor } from '../cursors.ts';
import type { McpLimits } from '../mcp-limits.ts';
import { Size, toModelId } from '../model-id.ts';
import type { FindPayer } from '../payers.ts';
import { defineTool } from './define-tool.ts';

const { default: usual, max } = limits.mcp.pageSize;
const Whole = z.number({ error: 'Write a whole number' }).int({ error: 'Write a whole number' });

const Metres = z.number().optional();

const input = z.object({
  query_string: z
    .string({ error: 'Write the words to find; an empty text lists the most popular models' })
    .max(limits.queryLength)
    .describe('Words; empty lists popular models'),
  category_string: z.string().max(200).optional().describe('Name from list_categories'),
  limit_int: Whole.optional().describe(`Results, 1-${max}, default ${usual}`),
  format_string: z.string().max(40).optional().describe('glb, fbx, obj, max, …'),
  lod_string: LodName.optional(),
  license_string: z.string().max(200).optional().describe('E.g. CC0-1.0'),
  animated_boolean: z.boolean().optional(),
  rigged_boolean: z.boolean().optional(),
  sort_string: z.enum(['relevance', 'popular', 'newest', 'title', 'triangles']).optional(),
  polycount_min_int: Whole.optional().describe(
    'Least triangles, of lod_string, else of any LOD: matched_lod_string',
  ),
  polycount_max_int: Whole.optional().describe('Most triangles'),
  size_min_int: Whole.optional().describe('Least bytes of all files'),
  size_max_int: Whole.optional(),
  size_max_metres: z
    .strictObject({ x: Metres, y: Metres, z: Metres })
    .optional()
    .describe('Most width x, height y, depth z'),
  colour_string: z.enum(modelColours).optional().describe('Main colour'),
  sources_string: z.enum(['all']).optional().describe('Asks other catalogues too'),
  cursor_string: z.string().max(200).optional().describe('From next_cursor_string'),
});

const Found = z.object({
  model_id_string: z.string(),
  title_string: z.string(),
  category_string: z.string(),
  license_string: z.string(),
  license_type_string: z.enum(['lowpoly_free', 'premium']),
  price_usd_number: z.number().describe('Once per model; 1k is free'),
  lods: z.array(z.string()),
  formats: z.array(z.string()),
  triangles_int: z.number().int().nullable(),
  triangles_by_lod: z.record(z.string(), z.number()),
  matched_lod_string: z.string().optional(),
  owned_boolean: z.boolean().optional(),
  size_bytes_int: z.number().int(),
  size_metres: Size.nullable(),
  colour_string: z.string().nullable(),
  preview_url_string: z.string().nullable(),
  source: z
    .record(z.string(), z.string())
    .optional()
    .describe('Another catalogue: name, address of the page, terms, credit to show'),
});

const output = z.object({
  models: z.array(Found).describe('Best match first'),
  total_int: z.number().int(),
  next_cursor_string: z.string().nullable(),
  suggestions: z.array(z.string()).optional().describe('Near words'),
  empty_because: z.record(z.string(), z.number()).optional().describe('Matches without that argument'),
  balance_usd: z.number().optional(),
  cap_left_usd: z.number().optional(),
  silent_sources: z.record(z.string(), z.string()).optional().describe('Without an answer, and why'),
});

const toFound = (model: ModelRecord) => ({
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
  size_metres: model.sizeMetres,
  colour_string: model.colour,
  preview_url_string: model.previewMediumUrl,
});

type Selection = Omit<z.output<typeof input>, 'cursor_string' | 'limit_int' | 'sources_string'>;

function toQuery(wish: Selection): DiscoveryQuery {
  const words = wish.query_string.trim();
  return {
    ...(words !== '' && { q: words }),
    ...(wish.category_string && { category: wish.category_string }),
    ...(wish.format_string && { format: [wish.format_string] }),
    ...(wish.lod_string && { lod: [wish.lod_string] }),
    ...(wish.license_string && { license: [wish.license_string] }),
    ...(wish.colour_string && { colour: [wish.colour_string] }),
    animated: wish.animated_boolean,
    rigged: wish.rigged_boolean,
    sort: wish.sort_string,
    triMin: wish.polycount_min_int,
    triMax: wish.polycount_max_int,
    sizeMin: wish.size_min_int,
    sizeMax: wish.size_max_int,
    sizeMaxX: wish.size_max_metres?.x,
    sizeMaxY: wish.size_max_metres?.y,
    sizeMaxZ: wish.size_max_metres?.z,
  };
}

type SearchParts = {
  readonly catalogue: Catalogue;
  readonly mcpLimits: McpLimits;
  readonly findPayer: FindPayer;
  readonly sources: Pick<Sources, 'search'>;
};

/** Explains an empty result: the number of models without each filter. */
async function explainEmpty(catalogue: Catalogue, wish: Selection) {
  const count = async (other: Partial<Selection>) =>
    (await catalogue.find({ ...toQuery({ ...wish, ...other }), limit: 1 })).total;
  const without: Record<string, number> = {};
  const { query_string: _words, sort_string: _sort, ...filters } = wish;
  for (const name of Object.keys(filters)) {
    const total = await count({ [name]: undefined });
    if (total > 0) without[name] = total;
  }
  return Object.keys(without).length > 0 ? { empty_because: without } : {};
}

/** Models of other catalogues, listed after ours: details about their files are at their URL. */
async function findForeign(sources: SearchParts['sources'], query: DiscoveryQuery) {
  const { hits, states } = await sources.search(query);
  const models = hits.map(({ record, source: { id: _id, ...source } }) => ({
    ...{ ...toFound(record), triangles_by_lod: {}, source },
  }));
  const silent = states.flatMap(({ name, message }) => (message === null ? [] : [[name, message]]));
  return { models, ...(silent.length > 0 && { silent_sources: Object.fromEntries(silent) }) };
}

export const createSearchModels = ({ catalogue, mcpLimits, findPayer, sources }: SearchParts) =>
  defineTool({
    name: 'search_models',
    title: 'Search 3D models',
    description:
      'Find 3D models. Begin here. Then get_model_details, or download_model at once if the wanted format and LOD stand in the result.',
    input,
    output,
    isReadOnly: true,
    async run(wish, exchange) {
      mcpLimits.countSearch(exchange);
      const { cursor_string: cursor, limit_int: limit = usual, sources_string, ...selection } = wish;
      const offset = cursor === undefined ? 0 : readCursor(cursor, selection);
      const pageSize = Math.min(Math.max(limit, 1), max);
      const query = toQuery(selection);
      const asksOthers = sources_string !== undefined && offset === 0;
      const foreign = asksOthers ? findForeign(sources, query) : { models: [] };
      const page = await catalogue.find({ ...query, limit: pageSize, offset });
      const payer = await findPayer(exchange);
      const matchOf = (guid: string) => {
        const { matchedLod } = catalogue.matched(query, guid);
        return matchedLod === undefined ? {} : { matched_lod_string: matchedLod };
      };
      const models = catalogue.records(page).map(async (model) => ({
        ...toFound(model),
        ...matchOf(model.guid),
        triangles_by_lod: catalogue.trianglesByLod(model.guid),
        ...(payer && { owned_boolean: await payer.owns(model.guid) }),
      }));
      const { models: others, ...silent } = await foreign;
      return {
        models: [...(await Promise.all(models)), ...others],
        ...silent,
        total_int: page.total,
        next_cursor_string: page.hasMore ? toCursor(offset + pageSize, selection) : null,
        ...(page.suggestions.length > 0 && { suggestions: [...page.suggestions] }),
        ...(page.total === 0 && (await explainEmpty(catalogue, selection))),
        ...(payer && { balance_usd: payer.balanceUsd }),
        ...(payer?.capLeftUsd != null && { cap_left_usd: payer.capLeftUsd }),
      };
    },
  });
