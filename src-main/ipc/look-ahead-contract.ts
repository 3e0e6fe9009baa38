import { z } from 'zod';
import { Guid, Sha256 } from '../../server/contract/common.ts';

export const LookedAt = z.object({
  guid: Guid,
  relativePath: z.string().min(1).max(1000),
  sizeBytes: z.number().int().min(1),
  sha256: Sha256,
});
export type LookedAt = z.infer<typeof LookedAt>;

export const lookAheadCalls = {
  /** Somebody looks at a model whose 1k topology has this GLB and no other. */
  'ahead.look': { input: LookedAt, output: z.undefined() },
} as const;
