import { z } from 'zod';
import {
  Derived,
  Guid,
  IsoTime,
  LeavesSha256,
  LodName,
  Obstacles,
  Ok,
  ReadBy,
  Requires,
  Sha256,
  sceneUnits,
  Usd,
  Variant,
} from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { InventoryEntry, ModelRecord } from './discovery.ts';
import { fileFields } from './file-fields.ts';
import { Textures } from './textures.ts';

const Pricing = z.object({ priceUsd: Usd, unlocked: z.boolean(), balanceUsd: Usd });
const Tuple = z.object({ guid: Guid, format: z.string(), lod: LodName, relativePath: z.string() });

const FileEntry = InventoryEntry.extend({
  textures: Textures.optional(),
  downloadRequest: z.object({ method: z.literal('POST'), url: z.string(), body: Tuple }),
});

export const PluginVariant = z.object({
  ...z.object(fileFields).omit({ role: true, contentType: true }).shape,
  supportFilesCount: z.number().int(),
  readBy: ReadBy.optional(),
  obstacles: Obstacles.optional(),
  textures: Textures.optional(),
  downloadRequest: z.object({
    method: z.literal('POST'),
    url: z.string(),
    body: Tuple.extend({ variant: Variant }),
  }),
});
export type PluginVariant = z.infer<typeof PluginVariant>;

const LeavesUrl = z
  .string()
  .optional()
  .describe('Where to get the SHA-256 of every 8 MiB; only for larger files');

/** The response of `{worker}/leaves/{capability}/{guid}/{relativePath}`. */
export const LeavesAnswer = z.object({
  ok: Ok,
  sha256: Sha256,
  leafBytes: z.literal(limits.leafBytes),
  leaves: z.array(Sha256),
});

const Direct = z.object({
  ok: Ok,
  guid: Guid,
  format: z.string(),
  lod: LodName,
  downloadUrl: z.string(),
  fileName: z.string(),
  contentType: z.string(),
  relativePath: z.string(),
  sizeBytes: z.number().int(),
  sha256: Sha256,
  derived: Derived.optional(),
  requires: Requires.optional(),
  ...sceneUnits,
  readBy: ReadBy.optional(),
  obstacles: Obstacles.optional(),
  textures: Textures.optional(),
  leavesUrl: LeavesUrl,
  leavesSha256: LeavesSha256.optional(),
  expiresAt: IsoTime,
  chargedUsd: Usd,
  balanceRemainingUsd: Usd,
});

export const SupportFile = z.object({
  relativePath: z.string(),
  url: z.string(),
  sizeBytes: z.number().int(),
  sha256: Sha256,
  leavesUrl: LeavesUrl,
  leavesSha256: LeavesSha256.optional(),
});
export type SupportFile = z.infer<typeof SupportFile>;

export const ImportHints = z.object({
  dcc: z.string(),
  mode: z.literal('import'),
  target: z.literal('current-scene'),
  sceneFileUrl: z.string(),
  sceneRelativePath: z.string(),
  assetsRootUrl: z.string().describe('The topology folder; relative addresses in it keep the capability'),
  searchPaths: z.array(z.string()).describe('Folders beside the scene file that hold textures'),
});
export type ImportHints = z.infer<typeof ImportHints>;

const DirectBody = z.object({
  guid: Guid,
  format: z.string().min(1).max(40).optional(),
  lod: z.string().min(1).max(40).optional(),
  relativePath: z.string().min(1).max(1024).optional(),
  maxPriceUsd: z
    .number()
    .min(0)
    .max(1_000_000)
    .optional()
    .describe('The most that the unlock may cost, in US dollars; a higher price answers PRICE_CHANGED'),
});

const guarded = [
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'INVALID_INPUT',
  'MODEL_NOT_FOUND',
] as const;
const chargeable = [
  ...guarded,
  'FILE_NOT_FOUND',
  'AMBIGUOUS_FILE',
  'INSUFFICIENT_BALANCE',
  'PRICE_CHANGED',
  'RATE_LIMITED',
  'FILE_HOST_UNAVAILABLE',
  'UNAVAILABLE',
] as const;
const agent = {
  audience: ['agent'],
  callers: ['user', 'session', 'apiKey'],
  scopes: ['download:direct'],
} as const;
const plugin = { audience: ['plugin', 'desktop'], callers: ['plugin'], scopes: ['download:direct'] } as const;
const Variants = z.array(PluginVariant);

export const downloadRoutes = {
  agentFormats: defineRoute({
    ...agent,
    method: 'GET',
    path: '/api/download/formats/{guid}',
    summary: 'The whole inventory of a model, by topology',
    params: z.object({ guid: Guid }),
    response: z.object({
      ok: Ok,
      ...ModelRecord.pick({ guid: true, title: true, version: true, license: true, sizeMetres: true }).shape,
      pricing: Pricing,
      topologies: z.array(
        z.object({
          lod: LodName,
          folder: z.string(),
          formats: z.array(z.string()),
          files: z.array(FileEntry),
        }),
      ),
    }),
    errors: guarded,
  }),
  agentDirect: defineRoute({
    ...agent,
    method: 'POST',
    path: '/api/download/direct',
    mayOnlyRead: true,
    summary: "One exact file's address; unlocks the model once",
    rate: 'direct',
    body: DirectBody,
    response: Direct,
    errors: chargeable,
  }),
  pluginFormats: defineRoute({
    ...plugin,
    method: 'GET',
    path: '/api/plugin/download/formats/{guid}',
    summary: 'The scene files of a model, by format',
    params: z.object({ guid: Guid }),
    response: z.object({
      ok: Ok,
      ...ModelRecord.pick({ guid: true, title: true, version: true, sizeMetres: true }).shape,
      pricing: Pricing,
      fileHost: z.object({ available: z.boolean() }),
      ...ModelRecord.pick({ previewSmallUrl: true, previewMediumUrl: true, previewLargeUrl: true }).shape,
      fbxVariants: Variants,
      maxVariants: Variants,
      glbVariants: Variants,
      objVariants: Variants,
      unitypackageVariants: Variants,
      variants: Variants.describe('Every scene file, those of the five lists included'),
      import: z.object({ method: z.literal('POST'), url: z.string() }),
    }),
    errors: guarded,
  }),
  pluginDirect: defineRoute({
    ...plugin,
    audience: ['plugin'],
    method: 'POST',
    path: '/api/plugin/download/direct',
    mayOnlyRead: true,
    summary: 'One exact scene file with the files it needs; unlocks the model once',
    rate: 'direct',
    body: DirectBody.extend({ variant: Variant.optional() }),
    response: Direct.extend({
      variant: Variant,
      supportFilesCount: z.number().int(),
      supportFiles: z.array(SupportFile),
      archiveUrl: z
        .string()
        .optional()
        .describe(
          'The same files as one stored ZIP, which supports ranges; only with files beside the scene',
        ),
      import: ImportHints.optional(),
    }),
    errors: chargeable,
  }),
};
