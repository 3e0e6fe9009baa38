import { z } from 'zod';

export const noteLimits = { tagLength: 64, tags: 64, noteLength: 20_000 } as const;

export const OwnTag = z.string().trim().min(1).max(noteLimits.tagLength);

/** What people have written about a model of the library. */
export const OwnNotes = z.object({
  guid: z.string(),
  tags: z.array(z.string()).describe('In alphabetical order'),
  note: z.string().describe('Empty when there is none'),
  seen: z
    .string()
    .describe('Which notes it was made of; given back with the next one, so that it replaces only those'),
});
export type OwnNotes = z.infer<typeof OwnNotes>;

const Guids = z.array(z.string()).min(1).max(10_000);
const Tags = z.array(OwnTag).max(noteLimits.tags);

export const noteCalls = {
  'notes.read': { input: z.undefined(), output: z.array(OwnNotes).describe('Of models that have any') },
  'notes.tag': {
    input: z.object({ guids: Guids, add: Tags, remove: Tags }),
    output: z.array(OwnNotes).describe('Of these models, as they are now'),
  },
  'notes.write': {
    input: z.object({
      guid: z.string(),
      note: z.string().max(noteLimits.noteLength),
      seen: z
        .string()
        .max(10_000)
        .describe('Of the note that the person has changed; empty where there was none'),
    }),
    output: OwnNotes,
  },
} as const;
