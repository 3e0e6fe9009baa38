import { z } from 'zod';
import { Guid, LodName, Obstacles, Ok, ReadBy } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { Count, DiscoveryQuery, Sort } from './discovery-query.ts';
import { fileFields } from './file-fields.ts';
import { shapeAt } from './model-fields.ts';
import { Source, SourceState } from './sources.ts';

/** A model in listings: the fields of server/contract/catalogue/model-fields.ts with the place `record`. */
export const ModelRecord = z.object(shapeAt('record'));
export type ModelRecord = z.infer<typeof ModelRecord>;

const FoundModelRecord = ModelRecord.extend({
  matchedLod: LodName.optional().describe(
    'The most detailed topology in the range, where triMin or triMax came without lod',
  ),
  matchedTriangles: z.number().int().optional().describe('Triangles of that topology'),
});
export type FoundModelRecord = z.infer<typeof FoundModelRecord>;

const RankedModelRecord = FoundModelRecord.extend({
  score: z.number(),
  lexicalScore: z.number(),
  embeddingScore: z.number().nullable(),
  source: Source.optional(),
});

const SimilarModelRecord = ModelRecord.extend({ score: z.number() });

const page = {
  ok: Ok,
  total: z.number().int(),
  hasMore: z.boolean(),
  limit: z.number().int(),
  offset: z.number().int(),
  query: z.string().optional(),
  sort: Sort.optional().describe('How the models are sorted: `newest` by default until one was unlocked'),
  tookMs: z.number().describe('Milliseconds that finding took when this answer was made'),
  suggestions: z
    .array(z.string())
    .optional()
    .describe('Words near those of the query; only if nothing matches'),
  corrections: z
    .array(z.object({ from: z.string(), to: z.array(z.string()) }))
    .optional()
    .describe('Words that no model has, with the words that were looked for in place of each'),
};

const ValueCount = z.object({ value: z.string(), count: z.number().int() });
const FlagCount = z.object({ value: z.boolean(), count: z.number().int() });
const RangeCount = z.object({
  min: z.number().int(),
  max: z.number().int().nullable(),
  count: z.number().int(),
});
const CategoryCount = z.object({ name: z.string(), slug: z.string(), count: z.number().int() });

export const Facets = z.object({
  ok: Ok,
  total: z.number().int(),
  categories: z.array(CategoryCount.extend({ subcategories: z.array(CategoryCount) })),
  formats: z.array(ValueCount),
  lods: z.array(ValueCount),
  licenses: z.array(ValueCount),
  types: z.array(ValueCount),
  tags: z.array(ValueCount),
  animated: z.array(FlagCount),
  rigged: z.array(FlagCount),
  triangles: z.object({
    min: z.number().int().nullable(),
    max: z.number().int().nullable(),
    buckets: z.array(RangeCount),
  }),
  sizes: z.array(RangeCount).describe('Bytes of the chosen topologies, else of the whole model'),
  colours: z.array(ValueCount),
});
export type Facets = z.infer<typeof Facets>;

/** One file of the inventory in its public form. */
export const InventoryEntry = z.object({
  guid: Guid,
  ...fileFields,
  readBy: ReadBy.optional(),
  obstacles: Obstacles.optional(),
});
export type InventoryEntry = z.infer<typeof InventoryEntry>;

export const ModelDetails = ModelRecord.extend({
  ok: Ok,
  ...shapeAt('details'),
  posters: z.array(z.object({ size: z.enum(['small', 'medium', 'large']), url: z.string() })),
  topologies: z.array(
    z.object({
      lod: LodName,
      folder: z.string(),
      formats: z.array(z.string()),
      files: z.array(
        InventoryEntry.extend({ supportFilesCount: z.number().int(), supportBytes: z.number().int() }),
      ),
    }),
  ),
});
export type ModelDetails = z.infer<typeof ModelDetails>;

export const CatalogueStatus = z.object({
  ok: Ok,
  total: z.number().int().describe('Models in the catalogue'),
  revision: z
    .string()
    .describe('Another one after every change of what listings show; otherwise without meaning'),
  reading: z
    .object({ done: z.number().int(), total: z.number().int() })
    .nullable()
    .describe('Models read of those found so far, during the first reading of the library; null afterwards'),
  hasSources: z.boolean().optional().describe('Whether `sources=others` asks other catalogues'),
});
export type CatalogueStatus = z.infer<typeof CatalogueStatus>;

/** UNAUTHENTICATED: this server shows its models only to people who are signed in. */
const discoveryErrors = ['INVALID_INPUT', 'UNAUTHENTICATED', 'RATE_LIMITED', 'UNAVAILABLE'] as const;

export const discoveryRoutes = {
  browse: defineRoute({
    method: 'GET',
    path: '/api-embeddings/browse',
    summary: 'List models',
    audience: ['public', 'desktop'],
    query: DiscoveryQuery,
    response: z.object({ ...page, results: z.array(FoundModelRecord) }),
    errors: discoveryErrors,
  }),
  search: defineRoute({
    method: 'GET',
    path: '/api-embeddings/',
    aliases: ['/api-embeddings'],
    summary: 'Search models, best match first',
    audience: ['public', 'desktop'],
    query: DiscoveryQuery,
    response: z.object({
      ...page,
      results: z.array(RankedModelRecord),
      sources: z
        .array(SourceState)
        .optional()
        .describe('What became of the question to each other catalogue'),
    }),
    errors: discoveryErrors,
  }),
  similar: defineRoute({
    method: 'GET',
    path: '/api/models/{guid}/similar',
    summary: 'Models like this one, most alike first',
    audience: ['public', 'desktop'],
    params: z.object({ guid: Guid }),
    query: z.object({
      limit: Count.describe(
        `Models wanted, 1-${limits.similar.max}, clamped; default ${limits.similar.default}`,
      ),
    }),
    response: z.object({ ...page, results: z.array(SimilarModelRecord) }),
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'MODEL_NOT_FOUND', 'UNAVAILABLE'],
  }),
  filters: defineRoute({
    method: 'GET',
    path: '/api-embeddings/filters',
    summary: 'Count what else could be chosen; each facet without its own constraint',
    audience: ['public', 'desktop'],
    query: DiscoveryQuery,
    response: Facets,
    errors: discoveryErrors,
  }),
  catalogueStatus: defineRoute({
    method: 'GET',
    path: '/api-embeddings/status',
    summary: 'Whether the catalogue has changed, and the progress of its first scan',
    audience: ['public', 'desktop'],
    response: CatalogueStatus,
    errors: ['UNAUTHENTICATED', 'RATE_LIMITED', 'UNAVAILABLE'],
  }),
  model: defineRoute({
    method: 'GET',
    path: '/api/models/{guid}',
    summary: 'One model with its posters and topologies',
    audience: ['public', 'desktop'],
    params: z.object({ guid: Guid }),
    response: ModelDetails,
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'MODEL_NOT_FOUND'],
  }),
};
