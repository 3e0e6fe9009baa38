import { z } from 'zod';

const Ids = z.object({ ids: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(10_000) });

export const RemovalWish = z.object({
  guid: z.string(),
  relativePaths: z.array(z.string()).nullable().describe('Null for all files of the model'),
});
export type RemovalWish = z.infer<typeof RemovalWish>;

/** What was taken out of the library, and can be put back for a week. */
export const Removal = z.object({
  id: z.string(),
  guid: z.string(),
  title: z.string(),
  fileCount: z.number().int(),
  sizeBytes: z.number(),
  kept: z
    .array(z.string())
    .describe('Relative paths of files that stayed, as the person has changed them since the download'),
});
export type Removal = z.infer<typeof Removal>;

const Refusal = z.object({ guid: z.string(), message: z.string() });

export const RemovalAnswer = z.object({
  done: z.array(Removal),
  refused: z.array(Refusal).describe('Models that stayed as they were, with the reason'),
});
export type RemovalAnswer = z.infer<typeof RemovalAnswer>;

export const removalCalls = {
  'removal.remove': {
    input: z.object({ models: z.array(RemovalWish).min(1).max(10_000) }),
    output: RemovalAnswer,
  },
  'removal.restore': { input: Ids, output: RemovalAnswer },
  'removal.discard': { input: Ids, output: z.undefined() },
} as const;
