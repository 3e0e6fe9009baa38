import { z } from 'zod';
import { Guid, Ok } from '../common.ts';
import { defineRoute } from '../define.ts';
import { limits } from '../limits.ts';
import { changing, guarded, own, refusing } from './kept-lists.ts';

const { tagLength, tags, noteLength, joinedLength, rememberedTags, writers, sent } = limits.ownNotes;

const OwnTag = z.string().trim().min(1).max(tagLength);
const Note = z
  .string()
  .max(joinedLength)
  .describe(`Empty if there is none. People write at most ${noteLength} characters; two notes may be one`);
const Seen = z
  .string()
  .max(40_000)
  .describe('Which notes it was made of; given back with the next one, so that it replaces only those');

export const OwnNotes = z.object({
  guid: z.string(),
  tags: z.array(z.string()).describe('In alphabetical order'),
  note: z.string().describe('Empty if there is none'),
  seen: Seen,
});
export type OwnNotes = z.infer<typeof OwnNotes>;

export const noteWishes = {
  tags: z.array(OwnTag).max(tags),
  note: Note,
  seen: Seen,
};

/** A computer, for one account on it, or the web pages of an account. */
const WriterName = z
  .string()
  .regex(/^[0-9a-f]{16}$/, 'this is not the name of a writer: 16 hexadecimal digits');
const Clock = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const manyWriters = 'these are notes of too many computers';

/** A writer's entry about a model, with the other writers' entries that it had seen. */
export const WrittenModel = z.object({
  guid: Guid,
  tags: z
    .array(
      z.object({
        name: OwnTag,
        has: z.boolean().describe('False when it was taken away'),
        clock: Clock.describe('Greater than that of every change of this tag that was known'),
      }),
    )
    .max(rememberedTags),
  note: z
    .object({
      text: z.string().max(joinedLength),
      clock: Clock,
      seen: z
        .record(WriterName, Clock)
        .refine((seen) => Object.keys(seen).length <= writers, manyWriters)
        .describe('The notes that it replaces: the clock of each writer’s'),
    })
    .nullable(),
});
export type WrittenModel = z.infer<typeof WrittenModel>;

export const NoteEntry = WrittenModel.extend({ writer: WriterName });
export type NoteEntry = z.infer<typeof NoteEntry>;

const Account = z.string().min(1).max(128).describe('Id of the account');
const Latest = z.number().int().min(0).describe('The number of the latest entry of the account');

/** Private tags and notes about models, and how an account's computers synchronise them. */
export const ownNoteRoutes = {
  ownNotes: defineRoute({
    ...own,
    method: 'GET',
    path: '/api/account/notes/{guid}',
    summary: 'The tags and the note of this account about a model',
    params: z.object({ guid: Guid }),
    response: OwnNotes.extend({ ok: Ok }),
    errors: guarded,
  }),
  changeOwnNotes: defineRoute({
    ...changing,
    method: 'POST',
    path: '/api/account/notes/{guid}',
    summary: 'Give a model tags, take some away, or write the note about it',
    params: z.object({ guid: Guid }),
    body: z.object({
      add: noteWishes.tags.optional(),
      remove: noteWishes.tags.optional(),
      note: Note.optional().describe(
        'Replaces the notes that `seen` names; notes written elsewhere since then stay below it',
      ),
      seen: Seen.optional().describe(
        'As it came with the note that was changed; absent where there was none',
      ),
    }),
    bodyBytes: limits.ownNotes.bodyBytes,
    response: OwnNotes.extend({ ok: Ok }),
    errors: refusing,
  }),
  noteEntries: defineRoute({
    ...own,
    method: 'GET',
    path: '/api/account/note-entries',
    summary: 'What computers and web pages of this account wrote about models, the earliest first',
    query: z.object({
      after: z.coerce
        .number()
        .int()
        .min(0)
        .default(0)
        .describe('Number of the last known entry; the answer has only later ones'),
    }),
    response: z.object({
      ok: Ok,
      account: Account,
      entries: z.array(NoteEntry),
      last: z.number().int().min(0).describe('The number to ask on from'),
      latest: Latest.describe(
        'The number of the latest entry: greater than `last` when there are more, less than `after` when the server lost some, which are then asked for from 0',
      ),
    }),
    errors: [...guarded, 'INVALID_INPUT'],
  }),
  sendNoteEntries: defineRoute({
    ...changing,
    method: 'POST',
    path: '/api/account/note-entries',
    summary: 'Take what one computer of this account wrote; the same again changes nothing',
    body: z.object({
      account: Account.describe('For whose account it was written; refused by every other one'),
      writer: WriterName,
      models: z.array(WrittenModel).min(1).max(sent),
    }),
    bodyBytes: limits.ownNotes.bodyBytes,
    response: z.object({ ok: Ok, latest: Latest }),
    errors: refusing,
  }),
};
