import { z } from 'zod';
import type { ModelDetails } from '../catalogue/discovery.ts';
import { Guid, IsoTime, Ok } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { userOnly } from './account-access.ts';

const Id = z.string().min(1).max(128);
const guarded = ['UNAUTHENTICATED', 'FORBIDDEN', 'RATE_LIMITED'] as const;

export const Share = z.object({
  id: Id,
  kind: z.enum(['model', 'collection']),
  target: z.string().describe('Id of the model or the collection'),
  name: z.string().describe('Its name when the link was made'),
  withFiles: z.boolean(),
  views: z.number().int().describe('How often its page was opened; the last minute may be missing'),
  madeAt: IsoTime,
  expiresAt: IsoTime,
  endedAt: IsoTime.nullable().describe('When its owner ended it'),
});
export type Share = z.infer<typeof Share>;

/** The content of a link's page, embedded in it. */
export type SharedPage = Pick<Share, 'expiresAt' | 'withFiles'> & {
  readonly title: string;
  readonly isFramed: boolean;
  /** The initial view of the model. */
  readonly place: string | null;
  /** The models of a collection; null: the link is to one model. */
  readonly cards:
    | readonly Pick<ModelDetails, 'guid' | 'title' | 'category' | 'previewMediumUrl' | 'sketchUrl'>[]
    | null;
  /** The open model, with the files that the link includes. */
  readonly model: ModelDetails | null;
};

/** Links that show one model or collection to anyone who has them. */
export const shareRoutes = {
  share: defineRoute({
    ...userOnly,
    method: 'POST',
    path: '/api/share',
    summary: 'Make a link to a model or to a collection of this account, for people without an account too',
    rate: 'accountChange',
    body: z.object({
      guid: Guid.optional().describe('The model; either this or collectionId'),
      collectionId: Id.optional(),
      view: z
        .string()
        .regex(/^[\w.,-]{1,200}$/, 'copy it from the address of a view')
        .optional()
        .describe('From where the model is shown, as `view` in links to a view'),
      days: z.number().int().min(1).max(limits.shares.maxDays).default(limits.shares.days),
      withFiles: z.boolean().default(false).describe('Whether free files can be downloaded too'),
    }),
    status: 201,
    response: z.object({
      ok: Ok,
      id: Id,
      url: z.string().describe('The link; shown only now'),
      embed: z
        .string()
        .describe('HTML of a frame that shows the same in another website, from /embed/{token}'),
      expiresAt: IsoTime,
    }),
    errors: [...guarded, 'INVALID_INPUT', 'MODEL_NOT_FOUND', 'NOT_FOUND'],
  }),
  shares: defineRoute({
    ...userOnly,
    method: 'GET',
    path: '/api/account/shares',
    summary: 'The links of this account, the newest first',
    response: z.object({ ok: Ok, shares: z.array(Share) }),
    errors: ['UNAUTHENTICATED', 'FORBIDDEN'],
  }),
  endShare: defineRoute({
    ...userOnly,
    method: 'DELETE',
    path: '/api/account/shares/{shareId}',
    summary: 'End a link at once',
    rate: 'accountChange',
    params: z.object({ shareId: Id }),
    status: 204,
    response: z.null(),
    errors: [...guarded, 'NOT_FOUND'],
  }),
};
