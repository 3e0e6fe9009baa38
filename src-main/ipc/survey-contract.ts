import { z } from 'zod';
import { Guid, LodName, Sha256, Usd, Variant } from '../../server/contract/common.ts';

/** Which models, and which file of each: exactly this format and topology, never another one. */
export const SurveyWish = z.object({
  models: z.union([
    z.object({ guids: z.array(Guid).min(1).max(10_000) }),
    z.object({ query: z.record(z.string(), z.unknown()).describe('As for `browse` and `search`') }),
  ]),
  format: z.string().min(1).max(40),
  lod: LodName,
  library: z.string().optional().describe('As of a download'),
});
export type SurveyWish = z.infer<typeof SurveyWish>;

export const SurveyFile = z.object({
  guid: z.string(),
  title: z.string(),
  state: z
    .enum(['wanted', 'here', 'listed', 'absent'])
    .describe('To download; in the library; in the list of downloads; the model has no such file'),
  relativePath: z.string().nullable(),
  variant: Variant,
  version: z.number().int(),
  sha256: Sha256.nullable(),
  sizeBytes: z.number().describe('Of the scene file and all that it needs'),
  priceUsd: Usd.describe('What unlocking the model costs; 0 once it is unlocked'),
});
export type SurveyFile = z.infer<typeof SurveyFile>;

/** What a download of many models would bring and cost, before anything is confirmed. */
export const Survey = z.object({
  id: z.string(),
  status: z.enum(['looking', 'ready', 'failed']),
  wish: SurveyWish,
  looked: z.number().int().describe('Models looked at so far'),
  total: z.number().int().nullable().describe('Models; null until it is known'),
  files: z.array(SurveyFile).describe('Empty until it is ready'),
  sizeBytes: z.number().describe('Of all that is wanted'),
  priceUsd: Usd.describe('Of all that is wanted; each model is unlocked once'),
  balanceUsd: Usd.nullable().describe('Null when nobody is signed in'),
  freeBytes: z.number().nullable().describe('What the list of downloads will leave; null when it is unknown'),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
});
export type Survey = z.infer<typeof Survey>;

export const surveyCalls = {
  'survey.start': { input: SurveyWish, output: Survey },
  'survey.read': { input: z.undefined(), output: Survey.nullable() },
  'survey.cancel': { input: z.undefined(), output: z.undefined() },
  'survey.confirm': {
    input: z.object({ id: z.string() }),
    output: z.object({ added: z.number().int() }),
  },
} as const;

export const surveyEvents = {
  'survey.changed': Survey.describe('At most ten times a second'),
} as const;
