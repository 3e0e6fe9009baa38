import { z } from 'zod';
import { noteWishes, OwnNotes } from '../../server/contract/own-notes.ts';

const Guids = z.array(z.string()).min(1).max(10_000);

const NotesState = z.object({
  notSent: z
    .string()
    .nullable()
    .describe('Why the account did not take what was written; it stays on this computer'),
});

export const noteCalls = {
  'notes.read': { input: z.undefined(), output: z.array(OwnNotes).describe('Of models that have any') },
  'notes.state': { input: z.undefined(), output: NotesState },
  'notes.tag': {
    input: z.object({ guids: Guids, add: noteWishes.tags, remove: noteWishes.tags }),
    output: z.array(OwnNotes).describe('Of these models, as they are now'),
  },
  'notes.write': {
    input: z.object({
      guid: z.string(),
      note: noteWishes.note,
      seen: noteWishes.seen.describe('Of the note that the person has changed; empty where there was none'),
    }),
    output: OwnNotes,
  },
} as const;

export const noteEvents = {
  'notes.changed': NotesState,
} as const;
