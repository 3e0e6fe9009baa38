import { z } from 'zod';
import { Failure, Guid, LodName, Sha256, Usd, Variant } from '../../../server/contract/common.ts';

const Nothing = z.undefined();

/** One scene file to download, with the files it needs, as shown to the user on confirmation. */
export const DownloadRequest = z.object({
  guid: Guid,
  title: z.string(),
  format: z.string(),
  lod: LodName,
  variant: Variant,
  relativePath: z.string(),
  maxPriceUsd: Usd.default(0).describe('The price that the person saw; a higher one is never paid'),
  version: z.number().int().optional().describe('Of the model'),
  sha256: Sha256.optional().describe('Of the scene file'),
  sizeBytes: z.number().nonnegative().optional().describe('Of the scene file and all that it needs'),
  seen: z
    .object({ license: z.string(), terms: z.string() })
    .optional()
    .describe('Of a model of another catalogue: the licence and terms that the person saw'),
});
export type DownloadRequest = z.infer<typeof DownloadRequest>;

export const DownloadWish = DownloadRequest.extend({
  library: z
    .string()
    .optional()
    .describe('Folder of the library it goes to; where the model is, or else that of the settings'),
});
export type DownloadWish = z.infer<typeof DownloadWish>;

const downloadPriorities = ['high', 'normal', 'low'] as const;

export const DownloadJob = DownloadRequest.extend({
  id: z.string(),
  server: z
    .string()
    .nullable()
    .default(null)
    .describe('Where it was confirmed: the address in the settings, or `bundled`'),
  account: z.string().nullable().default(null).describe('Who confirmed it; null while signed out'),
  library: z.string().nullable().default(null).describe('Absolute path of the library folder it goes to'),
  contentSha256: Sha256.nullable()
    .default(null)
    .describe('Of the paths and SHA-256 of all its files, once the server has told them'),
  position: z.number().default(0).describe('Order within a priority'),
  priority: z.enum(downloadPriorities).default('normal'),
  status: z.enum([
    'queued',
    'resolving',
    'downloading',
    'verifying',
    'waiting',
    'paused',
    'done',
    'failed',
    'cancelled',
  ]),
  receivedBytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  fileCount: z.number().int(),
  edited: z
    .enum(['ask', 'keep', 'aside'])
    .default('ask')
    .describe('What to do with files that the person has changed: nothing without asking'),
  chargedUsd: Usd.nullable(),
  error: z
    .object({ ...Failure.shape, canRetry: z.boolean() })
    .nullable()
    .describe('Why it failed, or what it is waiting for'),
  retryAt: z
    .string()
    .nullable()
    .default(null)
    .describe('When a waiting download tries again; null when something has to change first'),
  filePath: z.string().nullable().describe('Absolute path of the scene file once it is downloaded'),
  addedAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type DownloadJob = z.infer<typeof DownloadJob>;

/** The totals of all active downloads. A batch lasts as long as any download is active. */
export const DownloadSummary = z.object({
  active: z.number().int().describe('Downloads that go on by themselves; paused ones do not'),
  paused: z.number().int(),
  receivedBytes: z.number().describe('Of the batch'),
  totalBytes: z.number().nullable().describe('Of the batch; null while a size is unknown'),
  bytesPerSecond: z.number(),
  secondsLeft: z.number().nullable().describe('Null while the speed or a size is unknown'),
  fraction: z.number().nullable().describe('0-1 of the batch; null when nothing goes on'),
});
export type DownloadSummary = z.infer<typeof DownloadSummary>;

const Revision = z.number().int().describe('Grows with every change');

export const DownloadList = z.object({
  revision: Revision,
  jobs: z.array(DownloadJob),
  summary: DownloadSummary,
});
export type DownloadList = z.infer<typeof DownloadList>;

export const DownloadsChange = z.object({
  revision: Revision,
  jobs: z.array(DownloadJob).describe('New and changed ones'),
  removed: z.array(z.string()).describe('IDs'),
  summary: DownloadSummary,
});
export type DownloadsChange = z.infer<typeof DownloadsChange>;

export const DownloadHold = z
  .object({
    reason: z
      .enum(['asleep', 'offline', 'hours', 'metered'])
      .describe('`hours`: outside those of the settings; `metered`: the network costs by the byte'),
    until: z.string().nullable().describe('When downloads continue; null when something has to change first'),
  })
  .describe('Why no download goes on now');
export type DownloadHold = z.infer<typeof DownloadHold>;

const Which = z.object({
  ids: z.array(z.string()).nullable().describe('Null for every download that is not finished'),
});

export const downloadCalls = {
  'downloads.read': { input: Nothing, output: DownloadList },
  'downloads.add': { input: DownloadWish, output: DownloadJob },
  'downloads.pause': { input: Which, output: Nothing },
  'downloads.resume': { input: Which, output: Nothing },
  'downloads.cancel': { input: Which, output: Nothing },
  'downloads.retry': { input: z.object({ id: z.string() }), output: Nothing },
  'downloads.move': {
    input: z.object({ id: z.string(), to: z.enum(['first', 'earlier', 'later', 'last']) }),
    output: Nothing,
  },
  'downloads.prioritise': {
    input: z.object({ id: z.string(), priority: z.enum(downloadPriorities) }),
    output: Nothing,
  },
  'downloads.decide': {
    input: z.object({ id: z.string(), edited: z.enum(['keep', 'aside']) }),
    output: Nothing,
  },
  'downloads.readHold': { input: Nothing, output: DownloadHold.nullable() },
  'downloads.startAnyway': { input: Nothing, output: Nothing },
  'downloads.clearFinished': { input: Nothing, output: Nothing },
} as const;

export const downloadEvents = {
  'downloads.held': DownloadHold.nullable().describe('Null when downloads may go on'),
  'downloads.changed': DownloadsChange.describe('At most ten times a second'),
} as const;

/** The models, and the file of each: exactly this format and topology. */
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

/** The files and the price of many models, before the user confirms. */
export const Survey = z.object({
  id: z.string(),
  status: z.enum(['looking', 'ready', 'failed']),
  wish: SurveyWish,
  looked: z.number().int().describe('Models looked at so far'),
  total: z.number().int().nullable().describe('Models; null until it is known'),
  files: z.array(SurveyFile).describe('Empty until it is ready'),
  sizeBytes: z.number().describe('Of all that is wanted'),
  priceUsd: Usd.describe('Of all that is wanted; each model is unlocked once'),
  balanceUsd: Usd.nullable().describe('null while signed out'),
  freeBytes: z.number().nullable().describe('What the list of downloads will leave; null when it is unknown'),
  error: Failure.nullable(),
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
