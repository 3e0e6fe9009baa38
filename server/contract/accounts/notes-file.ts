import { z } from 'zod';

const Clock = z.number().int().nonnegative();

/** Clocks by writer. */
export const Seen = z.record(z.string(), Clock);
export type Seen = z.infer<typeof Seen>;

/** Loose, so that fields unknown to this version are preserved. */
const Tag = z.looseObject({
  name: z.string(),
  has: z.boolean().describe('False when it was taken away'),
  clock: Clock.describe('Greater than that of every change of this tag that was known'),
});
export type Tag = z.infer<typeof Tag>;
const Note = z.looseObject({
  text: z.string(),
  clock: Clock,
  seen: Seen.describe('The notes that it replaces: the clock of each writer’s'),
});
export type Note = z.infer<typeof Note>;
const NotedModel = z.looseObject({ guid: z.string(), tags: z.array(Tag), note: Note.nullable() });
export type NotedModel = z.infer<typeof NotedModel>;

/**
 * Everything from one writer: a computer, a person's account on a computer, or the web pages of an account. Only that
 * writer changes this file, so writers cannot lose each other's changes.
 */
export const NotesFile = z.looseObject({
  version: z.literal(1),
  account: z
    .looseObject({ server: z.string(), id: z.string() })
    .optional()
    .describe('The account that it was written for; absent if written while signed out'),
  models: z.array(NotedModel),
});
export type NotesFile = z.infer<typeof NotesFile>;
