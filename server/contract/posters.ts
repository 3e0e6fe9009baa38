import { z } from 'zod';
import { admin, adminErrors } from './admin/admin-accounts.ts';
import { Guid, Ok, WireSentence } from './common.ts';
import { defineRoute } from './define.ts';
import { limits, posterTurn } from './limits.ts';

const Address = z.string().describe('Absolute path, with its own permission to read');
const Candidate = z.object({
  format: z.string(),
  relativePath: z.string(),
  url: Address,
  support: z
    .array(z.object({ relativePath: z.string(), url: Address }))
    .describe('Textures, materials and buffers that the file may ask for'),
});
export type PosterCandidate = z.infer<typeof Candidate>;

/** The direction from which a poster shows its model, in degrees. */
export const PosterView = z.object({
  azimuth: z.number().min(-180).max(180).describe('0: from the front; 90: from the right'),
  elevation: z.number().min(-90).max(90).describe('0: level; 90: from above'),
});
export type PosterView = z.infer<typeof PosterView>;

const Job = z.object({
  token: z.string().describe('Good for one delivery or one failure'),
  guid: Guid,
  title: z.string(),
  timeoutMs: z.number().describe('After so long the job is taken to be hanging'),
  candidates: z.array(Candidate).describe('Files to draw, the best first; the next when one cannot be read'),
  view: PosterView.nullable().describe('null: as seems best'),
  isTurned: z.boolean().describe('Whether it is also drawn from all around'),
  ownPosters: z.array(Address).describe("People's own pictures that must not be one of the textures"),
  textures: z.array(Address).describe('Pictures that a poster must not look like'),
});
export type PosterJob = z.infer<typeof Job>;

const Token = z.string().regex(/^[A-Za-z0-9_-]{43}$/);
const Reason = z.string().trim().min(1).max(1000);
const toBase64Length = (bytes: number) => Math.ceil(bytes / 3) * 4;
const Picture = z
  .base64()
  .max(toBase64Length(limits.poster.bytes))
  .describe('WebP of exactly this size, base64');
const Jpeg = z.base64().max(toBase64Length(limits.poster.jpegBytes));
const Jpegs = z
  .object({ small: Jpeg, medium: Jpeg })
  .describe('The same as JPEG, base64, for programs that read no WebP');
const Turn = Picture.nullish().describe(
  `WebP, base64: ${posterTurn.views} views beside each other, each ${posterTurn.pixels} pixels wide and high`,
);
const deliveryBytes = 4 * toBase64Length(limits.poster.bytes) + 2 * toBase64Length(limits.poster.jpegBytes);

export const PosterProgress = z.object({
  ok: Ok,
  mode: z
    .enum(['headless', 'desktop', 'waiting', 'off'])
    .describe('waiting: no browser was found, so an admin has to open the page that renders'),
  message: z.string().describe('The same in a sentence, with what can be done'),
  sentence: WireSentence.optional(),
  waiting: z.number().int(),
  done: z.number().int().describe('Models whose posters are rendered, or that bring their own'),
  failed: z.number().int(),
  withoutSource: z.number().int().describe('Models without a file that can be drawn'),
  running: z.array(z.object({ guid: Guid, title: z.string() })),
  hung: z.number().int().describe('Jobs that were given up because nothing came back, since the start'),
});
export type PosterProgress = z.infer<typeof PosterProgress>;

const renderer = {
  audience: ['renderer'],
  errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'TOO_LARGE'],
} as const;
export const posterRoutes = {
  claimPoster: defineRoute({
    ...renderer,
    method: 'POST',
    path: '/api/posters/claim',
    summary: 'The next model to render, for a renderer with the key of this server or a signed-in admin',
    body: z.object({}),
    response: z.object({
      ok: Ok,
      job: Job.nullable(),
      waiting: z.number().int(),
      retryMs: z.number().describe('When to ask again while there is no job'),
    }),
  }),
  deliverPosters: defineRoute({
    ...renderer,
    method: 'POST',
    path: '/api/posters/deliver',
    summary: 'The rendered pictures of a job',
    body: z.object({
      token: Token,
      small: Picture,
      medium: Picture,
      large: Picture,
      turn: Turn,
      jpeg: Jpegs,
      isClay: z
        .boolean()
        .optional()
        .describe('Whether the files say no colour, so that all is drawn in that of clay'),
    }),
    bodyBytes: deliveryBytes + 4096,
    response: z.object({ ok: Ok, isUsed: z.boolean().describe('False if the model has changed since') }),
    errors: [...renderer.errors, 'NOT_FOUND', 'CORRUPT_FILE'],
  }),
  keepOwnPoster: defineRoute({
    ...renderer,
    method: 'POST',
    path: '/api/posters/keep',
    summary: "Says whether a model's own posters are pictures of their own",
    body: z.object({ token: Token, isTexture: z.boolean() }),
    response: z.object({ ok: Ok }),
    errors: [...renderer.errors, 'NOT_FOUND'],
  }),
  failPoster: defineRoute({
    ...renderer,
    method: 'POST',
    path: '/api/posters/fail',
    summary: 'Why a job could not be done',
    body: z.object({ token: Token, reason: Reason }),
    response: z.object({ ok: Ok }),
    errors: [...renderer.errors, 'NOT_FOUND'],
  }),
  losePosterRenderer: defineRoute({
    ...renderer,
    method: 'POST',
    path: '/api/posters/lost',
    summary: 'The renderer crashed over this job',
    body: z.object({ reason: Reason }),
    response: z.object({ ok: Ok, lost: z.number().int() }),
  }),
  posterProgress: defineRoute({
    ...renderer,
    method: 'GET',
    path: '/api/posters/progress',
    summary: 'The progress of posters, for renderers',
    response: PosterProgress,
  }),
  posterStatus: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/posters',
    summary: 'How far the posters are, who renders them, and which models could not be drawn',
    response: PosterProgress.extend({
      failures: z
        .array(z.object({ guid: Guid, title: z.string(), reason: z.string() }))
        .describe('The first hundred'),
    }),
    errors: adminErrors,
  }),
  setPosterView: defineRoute({
    method: 'POST',
    path: '/api/models/{guid}/poster-view',
    summary:
      'Choose from where the poster of a model shows it, for admins and who published it; it is rendered again',
    audience: ['browser'],
    callers: ['session'],
    params: z.object({ guid: Guid }),
    body: z.object({ view: PosterView.nullable().describe('null: as seems best') }),
    response: z.object({ ok: Ok }),
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'MODEL_NOT_FOUND'],
  }),
  handInPoster: defineRoute({
    method: 'POST',
    path: '/api/models/{guid}/poster',
    summary:
      'Hand in a picture that the page drew of a model without a poster, for admins and who published it; a picture of the library and a rendered one always win',
    audience: ['browser'],
    callers: ['session'],
    rate: 'publish',
    params: z.object({ guid: Guid }),
    body: z.object({
      version: z.number().int().describe('Of the model, when it was drawn'),
      picture: z
        .base64()
        .max(toBase64Length(limits.poster.bytes))
        .describe('WebP or PNG with nothing behind the model, base64: square, from 256 to 2048 pixels wide'),
    }),
    bodyBytes: toBase64Length(limits.poster.bytes) + 4096,
    response: z.object({
      ok: Ok,
      isUsed: z.boolean().describe('False where the model has a poster already, or is another version'),
      isWanted: z.boolean().describe('False where this server renders posters itself, and wants no more'),
    }),
    errors: [
      ...(['INVALID_INPUT', 'UNAUTHENTICATED', 'FORBIDDEN', 'MODEL_NOT_FOUND'] as const),
      ...(['TOO_LARGE', 'CORRUPT_FILE', 'RATE_LIMITED'] as const),
    ],
  }),
  retryPosters: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/posters/retry',
    summary: 'Try again every model whose poster was given up',
    body: z.object({}),
    response: z.object({ ok: Ok, retried: z.number().int() }),
    errors: adminErrors,
  }),
};
