import { z } from 'zod';
import { Guid, LodName, Ok, Role, Sha256 } from '../common.ts';
import { defineRoute } from '../define.ts';

/** The catalogue that an external model comes from. */
export const Source = z
  .object({
    id: z.string(),
    name: z.string(),
    address: z.string().describe('The page of the model there'),
    terms: z.string().describe('Page with the conditions of the source'),
    credit: z
      .string()
      .describe('Who made it, and the line that the source asks for; show it beside the model'),
  })
  .describe('Of a model of another catalogue; absent: ours');
export type Source = z.infer<typeof Source>;

/** The result of asking a source. */
export const SourceState = z.object({
  id: z.string(),
  name: z.string(),
  state: z
    .enum(['answered', 'late', 'failed', 'waiting', 'unasked'])
    .describe(
      'late: no answer in time, ask again; waiting: too many requests; unasked: it knows none of the chosen filters',
    ),
  found: z.number().int(),
  message: z.string().nullable().describe('What was wrong, and the next step; null if it answered'),
  retryAfterSeconds: z.number().int().optional(),
});
export type SourceState = z.infer<typeof SourceState>;

const ForeignFile = z.object({
  relativePath: z.string(),
  fileName: z.string(),
  format: z.string(),
  lod: LodName,
  role: Role,
  sizeBytes: z.number().int(),
  sha256: Sha256.nullable().describe('null where the source tells none'),
  md5: z.string().nullable(),
});

/** Prefix of the id of every external model. */
export const foreignPrefix = 'src_';
export const isForeign = (guid: string) => guid.startsWith(foreignPrefix);

const foreign = {
  ok: Ok,
  guid: Guid,
  title: z.string(),
  license: z.string().describe('As the source names it; Unspecified if it names none'),
  source: Source,
};

const ForeignModel = z.object({
  ...foreign,
  description: z.string(),
  scenes: z.array(
    ForeignFile.extend({ supportFilesCount: z.number().int(), supportBytes: z.number().int() }),
  ),
});

const errors = [
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'MODEL_NOT_FOUND',
  'FILE_NOT_FOUND',
  'VERSION_CHANGED',
  'RATE_LIMITED',
  'UNAVAILABLE',
] as const;

export const sourceRoutes = {
  foreignModel: defineRoute({
    errors,
    audience: ['public', 'desktop'],
    method: 'GET',
    path: '/api/sources/models/{guid}',
    summary: 'A model of another catalogue, with its exact scene files',
    params: z.object({ guid: Guid }),
    response: ForeignModel,
  }),
  foreignFile: defineRoute({
    errors,
    audience: ['browser', 'desktop'],
    callers: ['user', 'session', 'apiKey', 'plugin'],
    scopes: ['download:direct'],
    method: 'POST',
    path: '/api/sources/file',
    summary: 'Addresses at the source of one exact scene file and the files it needs',
    rate: 'direct',
    mayOnlyRead: true,
    body: z.object({
      guid: Guid,
      relativePath: z.string().min(1).max(1024),
      license: z.string().max(5000).describe('As it was shown; another one answers VERSION_CHANGED'),
      terms: z.string().max(2000).describe('As they were shown'),
    }),
    response: z.object({
      ...foreign,
      files: z.array(ForeignFile.extend({ url: z.string() })).describe('The scene file comes last'),
    }),
  }),
};
