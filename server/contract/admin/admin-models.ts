import { z } from 'zod';
import { Guid, LodName, Ok, PageQuery, pageShape, Usd } from '../common.ts';
import { defineRoute } from '../define.ts';
import { admin, adminErrors } from './admin-accounts.ts';

export const modelStates = ['published', 'waiting', 'hidden'] as const;
const lackedParts = ['category', 'tags', 'license', 'poster', 'levels'] as const;
export const modelOrders = ['title', 'newest', 'category', 'price'] as const;

/** Selects models of this server's library. */
export const ModelFilter = z.object({
  search: z.string().trim().max(200).optional().describe('Part of a title, folder or tag'),
  category: z.string().max(200).optional(),
  state: z.enum(modelStates).optional(),
  lacks: z
    .enum(lackedParts)
    .optional()
    .describe('Only models without it; levels: those whose levels could not be made'),
});
export type ModelFilter = z.infer<typeof ModelFilter>;

/** The models to change: a list, or all that match a filter. */
export const modelChoice = {
  guids: z.array(Guid).min(1).max(1000).optional().describe('Models; either these or `matching`'),
  matching: ModelFilter.optional().describe('All models that this filter finds at that moment'),
} as const;
export type ModelChoice = {
  readonly guids?: readonly string[] | undefined;
  readonly matching?: ModelFilter | undefined;
};

/** Fields of a model in every list of the library's own models. */
export const OwnModel = z.object({
  guid: Guid,
  folder: z
    .string()
    .describe('How the library names the model: its folder, or that and a name with an asterisk'),
  title: z.string(),
  category: z.string().describe('Empty: none is known'),
  subcategory: z.string(),
  tags: z.array(z.string()),
  license: z.string(),
  priceUsd: Usd,
  lods: z.array(LodName),
  formats: z.array(z.string()),
  triangles: z.number().int().nullable(),
  edited: z.array(z.string()).describe('Fields that an admin said'),
});

export const AdminModel = OwnModel.extend({
  state: z
    .enum(modelStates)
    .describe('waiting: published when an admin says so; hidden: taken out of the catalogue by an admin'),
  posterUrl: z.string().nullable().describe('A small poster, as an absolute path'),
  sketchUrl: z.string().nullable().describe('A small picture that stands for the poster until there is one'),
});
export type AdminModel = z.infer<typeof AdminModel>;

const Counted = z.object({ name: z.string(), count: z.number().int() });
const change = { ...admin, method: 'POST' } as const;
const changed = z.object({ ok: Ok, models: z.number().int().describe('How many models it was about') });
const errors = [...adminErrors, 'MODEL_NOT_FOUND'] as const;

/** The models of this server's library, and bulk actions on them. */
export const adminModelRoutes = {
  adminModels: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/models',
    summary: "Models of this server's library, those that are not published too",
    query: PageQuery.extend({
      ...ModelFilter.shape,
      order: z.enum(modelOrders).optional().describe('Default: title'),
    }),
    response: z.object({
      ok: Ok,
      models: z.array(AdminModel),
      categories: z.array(Counted).describe('Of all models, the fullest first'),
      states: z.object({
        published: z.number().int(),
        waiting: z.number().int(),
        hidden: z.number().int(),
      }),
      lacking: z.object({
        category: z.number().int(),
        tags: z.number().int(),
        license: z.number().int(),
        poster: z.number().int(),
        levels: z.number().int(),
      }),
      ...pageShape,
    }),
    errors: adminErrors,
  }),
  adminHideModels: defineRoute({
    ...change,
    path: '/api/admin/models/hide',
    summary: 'Take models out of the catalogue, or bring them back; files, ids and unlocks stay',
    body: z.object({ ...modelChoice, isHidden: z.boolean() }),
    response: changed.extend({ guids: z.array(Guid).describe('Those that were changed') }),
    errors,
  }),
  adminRedrawPosters: defineRoute({
    ...change,
    path: '/api/admin/models/posters',
    summary: 'Render the posters of models again',
    body: z.object(modelChoice),
    response: changed,
    errors,
  }),
  adminRemakeLevels: defineRoute({
    ...change,
    path: '/api/admin/models/levels',
    summary: 'Make the levels of models again that this server made',
    body: z.object(modelChoice),
    response: changed,
    errors,
  }),
};
