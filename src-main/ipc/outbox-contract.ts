import { z } from 'zod';
import { PublishWish } from '../../server/contract/publish.ts';

/** A file on its way to the server, to be published there. */
export const OutboxFile = z.object({
  relativePath: z.string(),
  sizeBytes: z.number(),
  sentBytes: z.number().describe('Bytes that are on the server'),
  state: z
    .enum(['waiting', 'reading', 'sending', 'done', 'failed'])
    .describe('reading: its SHA-256 is being made; waiting also while nobody is signed in'),
  uploadId: z.string().nullable(),
  error: z
    .object({ code: z.string(), message: z.string() })
    .nullable()
    .describe('Of a failed file why it failed, of one that is being sent why nothing arrives now'),
});
export type OutboxFile = z.infer<typeof OutboxFile>;

const OutboxState = z.object({
  files: z.array(OutboxFile).describe('Without those that the server has taken'),
  wishes: z.array(PublishWish),
});
export type OutboxState = z.infer<typeof OutboxState>;

export const outboxCalls = {
  'outbox.read': { input: z.undefined(), output: OutboxState },
  'outbox.remove': {
    input: z.object({ relativePaths: z.array(z.string()) }),
    output: z.undefined(),
  },
  'outbox.publish': {
    input: PublishWish.pick({ files: true, scene: true, product: true, guid: true, isOneModel: true }),
    output: z.undefined(),
  },
  'outbox.close': { input: z.object({ publishId: z.string() }), output: z.undefined() },
  'outbox.forget': { input: z.undefined(), output: z.undefined() },
} as const;

export const outboxEvents = {
  'outbox.changed': OutboxState.describe('At most ten times a second'),
} as const;
