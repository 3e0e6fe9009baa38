import { z } from 'zod';
import { levelFormats } from '../catalogue/formats.ts';
import { wordLimits } from '../catalogue/model-fields.ts';
import { Guid, Ok, PageQuery, pageShape, WireSentence } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { admin, adminErrors } from './admin-accounts.ts';
import { modelChoice, OwnModel } from './admin-models.ts';

const Place = z
  .string()
  .max(limits.relativePathLength)
  .refine(
    (place) => !place.startsWith('/') && !place.split('/').includes('..'),
    'write a path from the library',
  );
const LevelFormats = z.array(z.enum(levelFormats));
const Guids = z.array(Guid).min(1).max(1000);
const Tags = z.array(z.string().trim().min(1).max(wordLimits.each)).max(wordLimits.most);
const text = (most: number) => z.string().trim().max(most).nullable().optional();

/** An admin's edits of a model; null restores the folder's value. */
export const ModelEdit = z.strictObject({
  title: z.string().trim().min(1).max(500).nullable().optional(),
  description: text(20_000),
  category: text(200),
  subcategory: text(200),
  tags: Tags.nullable().optional(),
  license: text(5000),
  attribution: text(10_000),
  priceUsd: z
    .number()
    .min(0)
    .max(limits.amountUsd)
    .refine((usd) => usd === 0 || usd >= 0.01, 'write 0, or at least one cent')
    .nullable()
    .optional(),
});
export type ModelEdit = z.infer<typeof ModelEdit>;

const Borders = z
  .enum(['one', 'each', 'ignore'])
  .describe(
    'one: all in the folder is one model; each: every scene file is one; ignore: as if it were not there',
  );

/** Placeholders in a template; any other part stands for a folder without meaning. */
const templateParts = ['{category}', '{subcategory}', '{tag}', '{title}'] as const;
export const usualTemplate = '{category}/{subcategory}/{title}';
const once = ['{category}', '{subcategory}', '{title}'];
const Template = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine(
    (template) =>
      template
        .split('/')
        .every((part) => !/[{}]/.test(part) || templateParts.some((known) => known === part)),
    `write folders as ${templateParts.join(', ')}, or any word for a folder that says nothing`,
  )
  .refine(
    (template) => once.every((part) => template.split('/').filter((found) => found === part).length <= 1),
    'write {category}, {subcategory} and {title} once each',
  )
  .describe(`How a model's path in the library names it; usually ${usualTemplate}`);

const LibraryFolder = z.object({
  place: z.string(),
  name: z.string(),
  models: z.number().int().describe('In it and all its folders, waiting ones too'),
  waiting: z.number().int(),
  leftOut: z.number().int(),
  borders: Borders.nullable(),
});
export type LibraryFolder = z.infer<typeof LibraryFolder>;

const LibraryModel = OwnModel.extend({
  isWaiting: z.boolean().describe('Whether it is published only when an admin says so'),
  isHidden: z.boolean().describe('Whether an admin took it out of the catalogue'),
  scenes: z.array(z.string()).describe('Where its scene files lie'),
  said: z.array(z.string()).describe('Fields that its product.json says, which counts first'),
});
export type LibraryModel = z.infer<typeof LibraryModel>;

const changed = z.object({ ok: Ok });
const change = { ...admin, method: 'POST' } as const;

/** The state of the library's folders, and their corrections, which are stored in the data folder. */
export const adminLibraryRoutes = {
  adminLibrary: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/library',
    summary: 'What the scan made of a folder of the library',
    query: PageQuery.extend({
      folder: Place.optional().describe('From the library; absent: the library itself'),
    }),
    response: z.object({
      ok: Ok,
      mode: z.enum(['auto', 'review', 'off']),
      isModeFixed: z.boolean().describe('Whether LODESTOCK_RECOGNISE says so'),
      levels: z
        .object({
          formats: LevelFormats,
          isFixed: z.boolean().describe('Whether LODESTOCK_LEVEL_FORMATS says so'),
        })
        .nullable()
        .describe('What levels are made as; null: this server makes none'),
      totals: z.object({
        models: z.number().int(),
        folders: z.number().int().describe('Folders that have models'),
        leftOut: z.number().int(),
        waiting: z.number().int(),
      }),
      folder: z.string(),
      borders: Borders.nullable(),
      template: z.string().nullable().describe('What was said for this folder'),
      usedTemplate: z.string().describe('What holds here, said here or above'),
      folders: z.array(LibraryFolder),
      ignored: z.array(z.string()).describe('Files here that are ignored'),
      leftOut: z.array(
        z.object({
          ...{ place: z.string(), kind: z.string(), reason: z.string() },
          sentence: WireSentence.optional(),
        }),
      ),
      models: z.array(LibraryModel),
      ...pageShape,
    }),
    errors: adminErrors,
  }),
  adminScanLibrary: defineRoute({
    ...change,
    path: '/api/admin/library/scan',
    summary: 'Scan the whole library now; the status shows the progress',
    body: z.object({}),
    response: changed,
    errors: adminErrors,
  }),
  adminCorrectFolder: defineRoute({
    ...change,
    path: '/api/admin/library/rules',
    summary: 'Say what a folder or file of the library is',
    body: z.object({
      place: Place,
      borders: Borders.nullable().optional().describe('null: as the scan finds it; absent: unchanged'),
      template: Template.nullable().optional().describe('null: as above; absent: unchanged'),
    }),
    response: changed,
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  adminEditModels: defineRoute({
    ...change,
    path: '/api/admin/library/edits',
    summary: 'Say fields of models, which survive every scan',
    body: z.object({
      ...modelChoice,
      edit: ModelEdit,
      addTags: Tags.optional().describe(
        'Tags that each model gets beside those it has; not with `edit.tags`',
      ),
      removeTags: Tags.optional().describe(
        'Tags that each model loses, in upper or lower case; not with `edit.tags`',
      ),
    }),
    response: z.object({
      ok: Ok,
      models: z.number().int().describe('How many models it was about'),
      kept: z
        .array(z.object({ guid: Guid, title: z.string(), fields: z.array(z.string()) }))
        .describe('Models whose product.json sets some of these fields, which takes precedence'),
      before: z
        .array(z.object({ guids: z.array(Guid), edit: ModelEdit }))
        .describe(
          'What takes the change back, an edit for all models of which the same was said before; empty for more than 1,000 models',
        ),
    }),
    errors: [...adminErrors, 'MODEL_NOT_FOUND'],
  }),
  adminMergeModels: defineRoute({
    ...change,
    path: '/api/admin/library/merge',
    summary: 'Make one model of several in one folder; it keeps the id of the first',
    body: z.object({ guids: Guids.min(2) }),
    response: changed,
    errors: [...adminErrors, 'MODEL_NOT_FOUND'],
  }),
  adminSplitModel: defineRoute({
    ...change,
    path: '/api/admin/library/split',
    summary: 'Make each scene file of a model a model of its own',
    body: z.object({ guid: Guid }),
    response: changed,
    errors: [...adminErrors, 'MODEL_NOT_FOUND'],
  }),
  adminSetReview: defineRoute({
    ...change,
    path: '/api/admin/library/review',
    summary: 'Set whether new models wait for an admin; if not, waiting models are published',
    body: z.object({ isReviewing: z.boolean() }),
    response: changed,
    errors: adminErrors,
  }),
  adminSetLevelFormats: defineRoute({
    ...change,
    path: '/api/admin/library/level-formats',
    summary: 'Say what levels are made as besides GLB; what is missing is made, and the others go',
    body: z.object({ formats: LevelFormats }),
    response: changed,
    errors: adminErrors,
  }),
  adminPublishModels: defineRoute({
    ...change,
    path: '/api/admin/library/publish',
    summary: 'Publish models that wait',
    body: z.object({ guids: Guids.optional().describe('Absent: all that wait') }),
    response: z.object({ ok: Ok, published: z.number().int() }),
    errors: adminErrors,
  }),
  adminWriteProducts: defineRoute({
    ...change,
    path: '/api/admin/library/products',
    summary: 'Write what is known of models into product.json files in their folders; no file is replaced',
    body: z.object({ guids: Guids }),
    response: z.object({
      ok: Ok,
      written: z.array(z.string()).describe('Files, from the library'),
      left: z.array(
        z.object({ guid: Guid, title: z.string(), reason: z.string(), sentence: WireSentence.optional() }),
      ),
    }),
    errors: [...adminErrors, 'MODEL_NOT_FOUND'],
  }),
};
