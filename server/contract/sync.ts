import { z } from 'zod';
import { fileFields } from './catalogue/file-fields.ts';
import { shapeAt } from './catalogue/model-fields.ts';
import { Textures } from './catalogue/textures.ts';
import { Guid, IsoTime, KeptRequires, LeavesSha256, Ok } from './common.ts';
import { defineRoute } from './define.ts';
import { limits } from './limits.ts';

const Offset = z.number().int().min(0).describe('Place in the change feed; only grows within an epoch');
const HostText = z.string().min(1).max(200);

const SyncChange = z.object({
  offset: Offset,
  guid: Guid,
  version: z.number().int(),
  op: z.enum(['upsert', 'delete']),
  at: IsoTime,
});

export const SyncFile = z.object({
  ...fileFields,
  relativePath: z.string().describe('Begins with the topology folder'),
  sizeBytes: z.number().int().min(0),
  crc32: z
    .number()
    .int()
    .min(0)
    .max(2 ** 32 - 1),
  needs: z.array(z.string()).describe('relativePath of the files that this one needs'),
  requires: KeptRequires.optional(),
  textures: Textures.optional(),
  leavesSha256: LeavesSha256.optional(),
});

/** A model in the feed: its files, and the fields of contract/catalogue/model-fields.ts with the place `sync`. */
export const SyncProduct = z.object({
  ...shapeAt('sync'),
  version: z.number().int().min(1),
  addedAt: IsoTime.optional().describe('When this host got the model; sites sort by it'),
  files: z.array(SyncFile),
});
export type SyncProduct = z.infer<typeof SyncProduct>;

const host = { method: 'GET', audience: ['host'] } as const;

/** Between a site and its file hosts, with the shared sync key as Bearer. */
export const syncRoutes = {
  syncStatus: defineRoute({
    ...host,
    path: '/api-sync/status.json',
    summary: 'Identity of this file host, and the end of its change feed',
    response: z.object({
      ok: Ok,
      hostId: HostText.describe('Stays for the life of the host'),
      epoch: HostText.describe('A new one makes a site read everything again'),
      head: Offset.describe('The last change'),
      products: z.number().int().min(0),
      startedAt: IsoTime,
      ready: z.boolean().describe('Whether the library was read since the start'),
    }),
    errors: ['UNAUTHENTICATED'],
  }),
  syncChanges: defineRoute({
    ...host,
    path: '/api-sync/changes',
    summary: 'Changes after an offset; of each product at least the last one',
    query: z.object({
      since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
      limit: z.coerce.number().int().min(1).max(limits.sync.page.max).default(limits.sync.page.default),
      waitMs: z.coerce
        .number()
        .int()
        .min(0)
        .max(limits.sync.wait)
        .default(0)
        .describe('How long to wait if there is no change yet, in milliseconds'),
    }),
    response: z.object({
      ok: Ok,
      epoch: HostText,
      since: Offset,
      next: Offset.describe('The next `since`'),
      head: Offset,
      hasMore: z.boolean(),
      changes: z.array(SyncChange),
    }),
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED'],
  }),
  syncProduct: defineRoute({
    ...host,
    path: '/api-sync/product/{guid}',
    summary: 'A product of this host with its whole inventory',
    params: z.object({ guid: Guid }),
    response: z.object({ ok: Ok, product: SyncProduct }),
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED', 'MODEL_NOT_FOUND'],
  }),
  syncProducts: defineRoute({
    ...host,
    method: 'POST',
    mayOnlyRead: true,
    path: '/api-sync/products',
    summary: 'Several products of this host at once',
    body: z.object({ guids: z.array(Guid).min(1).max(limits.sync.products) }),
    response: z.object({
      ok: Ok,
      products: z
        .array(SyncProduct.nullable())
        .describe('In the order of `guids`, null for a missing one; fewer if the answer would be long'),
    }),
    errors: ['INVALID_INPUT', 'UNAUTHENTICATED'],
  }),
};
