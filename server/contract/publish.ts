import { z } from 'zod';
import { AmountUsd } from './accounts/account-access.ts';
import { adminErrors, admin as adminRoute } from './admin/admin-accounts.ts';
import { wordLimits } from './catalogue/model-fields.ts';
import {
  Failure,
  Guid,
  IsoTime,
  LodName,
  Ok,
  PlainLines,
  PlainText,
  Sha256,
  Usd,
  WireSentence,
} from './common.ts';
import { defineRoute } from './define.ts';
import { limits } from './limits.ts';

const UploadId = z.string().regex(/^[0-9a-f-]{36}$/, 'this is not the id of an upload');
const PublishId = UploadId.describe('Id of a publish');

/** A publisher's metadata for a model. Price and licence have no default. */
export const PublishedProduct = z.strictObject({
  title: PlainText.min(1, 'Write a title').max(500),
  description: PlainLines.max(20_000).optional(),
  category: PlainText.min(1, 'Choose a category').max(200),
  subcategory: PlainText.max(200).optional(),
  tags: z.array(PlainText.min(1).max(wordLimits.each)).max(wordLimits.most).optional(),
  license: PlainLines.min(1, 'Say under which licence it is, for example CC0').max(5000),
  attribution: PlainLines.max(10_000).optional(),
  priceUsd: AmountUsd,
});
export type PublishedProduct = z.infer<typeof PublishedProduct>;

const Uploads = z
  .array(UploadId)
  .min(1)
  .max(limits.publish.files)
  .refine((ids) => new Set(ids).size === ids.length, 'name each upload once')
  .describe('Finished uploads of this account');
const isOneModel = z
  .boolean()
  .optional()
  .describe('All files are one model, even where they look like several; absent: no');

const FoundModel = z.object({
  title: z.string(),
  lods: z.array(LodName),
  formats: z.array(z.string()),
  scenes: z.array(z.string()).describe('Its scene files, by the paths of the uploads'),
  files: z
    .array(z.string())
    .describe('All of its files, including those that other models need too; for a guess, only its scenes'),
  triangles: z.number().int().nullable(),
  description: z.string(),
  category: z.string().describe('A guess; this and the next fields are empty if there is none'),
  subcategory: z.string(),
  tags: z.array(z.string()),
  license: z.string(),
  attribution: z.string(),
  same: z
    .array(
      z.object({
        guid: Guid,
        title: z.string(),
        category: z.string(),
        posterUrl: z.string().nullable(),
        sketchUrl: z.string().nullable(),
      }),
    )
    .optional()
    .describe(
      'Models of the catalogue that have the same shape, at most three; absent: none, or not looked for',
    ),
});
export type FoundModel = z.infer<typeof FoundModel>;

const Problem = z.object({ path: z.string(), reason: z.string(), sentence: WireSentence.optional() });
const LeftOut = z.array(Problem).describe('Files that are no part of a model, each with its reason');

const Publish = z.object({
  publishId: PublishId,
  state: z
    .enum(['working', 'published', 'waiting', 'failed'])
    .describe('working: not visible yet; waiting: an admin has to approve it; failed: not visible'),
  guid: Guid,
  title: z.string(),
  reason: z.string().nullable().describe('Why it failed'),
  sentence: WireSentence.optional(),
  at: IsoTime,
});
export type Publish = z.infer<typeof Publish>;

/** What to publish once its files are uploaded. asked: perhaps received; taken: received; waiting: for an admin. */
export const PublishWish = z.object({
  publishId: PublishId.describe('Chosen before the first try'),
  files: z.array(z.string()).describe('By their paths: the model is among them'),
  scene: z.string().nullable().describe('A scene file of the model; null: all files are it'),
  product: PublishedProduct,
  guid: Guid.nullable().describe('The model that this is a new version of'),
  isOneModel: z.boolean(),
  state: z.enum(['sending', 'asked', 'taken', 'published', 'waiting', 'failed']),
  own: z.array(z.string()).describe('Files that no other model needs, once they are known'),
  shownGuid: Guid.nullable().describe('Where the model is, once the server has it'),
  error: Failure.nullable().describe('Why it failed'),
});
export type PublishWish = z.infer<typeof PublishWish>;

const StoredUpload = z.object({
  uploadId: UploadId,
  relativePath: z.string(),
  sizeBytes: z.number().int(),
  offset: z.number().int().describe('Bytes that the server has and need not be sent again'),
  sha256: Sha256,
  isDone: z.boolean(),
  expiresAt: IsoTime,
});
export type StoredUpload = z.infer<typeof StoredUpload>;

const KeptVersion = z.object({
  version: z.number().int(),
  replacedAt: IsoTime,
  files: z.array(
    z.object({
      relativePath: z.string(),
      sizeBytes: z.number().int(),
      sha256: Sha256,
      url: z.string().describe('Absolute; for GET with the same sign-in; supports ranges'),
    }),
  ),
});
export type KeptVersion = z.infer<typeof KeptVersion>;

const publisher = {
  audience: ['agent', 'plugin', 'browser', 'desktop'],
  callers: ['user', 'session', 'plugin', 'apiKey'],
  scopes: ['models:publish'],
  role: 'publisher',
  rate: 'publish',
} as const;
const publisherErrors = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'INVALID_INPUT',
  'RATE_LIMITED',
] as const;

/** Publishing: tus uploads to /api/publish/uploads, then one call makes a model from them, completely or not at all. */
export const publishRoutes = {
  publishUploads: defineRoute({
    ...publisher,
    method: 'GET',
    path: '/api/publish/uploads',
    summary: 'Uploads of this account that no model was made of, oldest first',
    response: z.object({ ok: Ok, uploads: z.array(StoredUpload) }),
    errors: publisherErrors,
  }),
  publishCheck: defineRoute({
    ...publisher,
    method: 'POST',
    path: '/api/publish/check',
    summary: 'Tell what the server would make of uploads; publishes nothing',
    body: z.object({ uploads: Uploads, isOneModel }),
    bodyBytes: 256 * 1024,
    response: z.object({ ok: Ok, models: z.array(FoundModel), leftOut: LeftOut }),
    errors: [...publisherErrors, 'NOT_FOUND', 'UNAVAILABLE'],
  }),
  publishGuess: defineRoute({
    ...publisher,
    method: 'POST',
    path: '/api/publish/guess',
    summary: 'Guess models from the names of files that are still to be uploaded; the check may find others',
    body: z.object({
      paths: z.array(z.string().min(1).max(limits.publish.pathLength)).min(1).max(limits.publish.files),
      isOneModel,
    }),
    bodyBytes: 2 * 1024 * 1024,
    response: z.object({ ok: Ok, models: z.array(FoundModel), leftOut: LeftOut }),
    errors: publisherErrors,
  }),
  publish: defineRoute({
    ...publisher,
    method: 'POST',
    path: '/api/publish',
    summary: 'Publish finished uploads as one model, whole or not at all',
    body: z.object({
      uploads: Uploads,
      product: PublishedProduct,
      isOneModel,
      guid: Guid.optional().describe('The model that this is a new version of; absent: a new model'),
      shared: z
        .array(UploadId)
        .max(limits.publish.files)
        .optional()
        .describe(
          'Those of the uploads that other models need as well: they are copied, and stay for the next',
        ),
      publishId: PublishId.optional().describe(
        'Chosen before the first try, so that who asks again after a lost answer publishes once; absent: the server chooses',
      ),
    }),
    bodyBytes: 256 * 1024,
    status: 202,
    response: z.object({ ok: Ok, publishId: PublishId, guid: Guid }),
    errors: [...publisherErrors, 'NOT_FOUND', 'MODEL_NOT_FOUND', 'UNAVAILABLE'],
  }),
  publishes: defineRoute({
    ...publisher,
    method: 'GET',
    path: '/api/publish',
    summary: `What this account published, newest first; at most ${limits.publish.list}`,
    response: z.object({ ok: Ok, publishes: z.array(Publish) }),
    errors: publisherErrors,
  }),
  publishState: defineRoute({
    ...publisher,
    method: 'GET',
    path: '/api/publish/{publishId}',
    summary: 'How far a publish is',
    params: z.object({ publishId: PublishId }),
    response: Publish.extend({ ok: Ok }),
    errors: [...publisherErrors, 'NOT_FOUND'],
  }),
  keptVersions: defineRoute({
    method: 'GET',
    path: '/api/publish/versions/{guid}',
    summary: 'Earlier versions of a published model, for who has unlocked it; newest first',
    audience: ['agent', 'plugin', 'browser', 'desktop'],
    callers: ['user', 'session', 'plugin', 'apiKey'],
    scopes: ['download:direct'],
    params: z.object({ guid: Guid }),
    response: z.object({ ok: Ok, guid: Guid, priceUsd: Usd, versions: z.array(KeptVersion) }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN', 'INSUFFICIENT_SCOPE', 'INVALID_INPUT', 'MODEL_NOT_FOUND'],
  }),
  cleanPublished: defineRoute({
    ...adminRoute,
    method: 'POST',
    path: '/api/admin/published/{guid}/clean',
    summary: 'Delete the earlier versions of a published model, or all of it, with its files',
    params: z.object({ guid: Guid }),
    body: z.object({ what: z.enum(['earlier', 'all']) }),
    response: z.object({ ok: Ok, versions: z.number().int().describe('How many were deleted') }),
    errors: [...adminErrors, 'MODEL_NOT_FOUND'],
  }),
};
