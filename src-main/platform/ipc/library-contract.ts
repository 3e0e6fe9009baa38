import { z } from 'zod';
import { noteWishes, OwnNotes } from '../../../server/contract/accounts/own-notes.ts';
import { Guid, Sha256, Words } from '../../../server/contract/common.ts';

const Nothing = z.undefined();
const Which = z.object({ folder: z.string() });

export const LibraryMove = z.object({
  from: z.string(),
  to: z.string(),
  status: z
    .enum(['moving', 'paused', 'waiting', 'stopped', 'clearing'])
    .describe(
      '`waiting`: tries again by itself; `stopped`: a person has to do something; `clearing`: all of it is at the new place',
    ),
  doneFiles: z.number().int(),
  totalFiles: z.number().int(),
  doneBytes: z.number(),
  totalBytes: z.number(),
  message: Words.nullable().describe('Why it does not go on'),
});
export type LibraryMove = z.infer<typeof LibraryMove>;

export const LibraryList = z.object({
  libraries: z.array(
    z.object({
      folder: z.string().describe('Absolute path'),
      name: z.string(),
      isDefault: z.boolean().describe('Whether downloads go there'),
      isElsewhere: z
        .boolean()
        .describe('Whether it is on another disk or share than the person’s own folder'),
      absence: Words.nullable().describe('Why it cannot be used now; null when it can'),
    }),
  ),
  move: LibraryMove.nullable(),
});
export type LibraryList = z.infer<typeof LibraryList>;

export const libraryListCalls = {
  'libraries.read': { input: Nothing, output: LibraryList },
  'libraries.add': { input: Nothing, output: LibraryList },
  'libraries.rename': {
    input: Which.extend({ name: z.string().trim().min(1).max(60) }),
    output: LibraryList,
  },
  'libraries.use': { input: Which, output: LibraryList },
  'libraries.locate': { input: Which, output: LibraryList },
  'libraries.drop': { input: Which, output: LibraryList },
  'libraries.move': { input: Which, output: LibraryList },
  'libraries.pauseMove': { input: Nothing, output: LibraryList },
  'libraries.resumeMove': { input: Nothing, output: LibraryList },
  'libraries.cancelMove': { input: Nothing, output: LibraryList },
} as const;

export const libraryListEvents = {
  'libraries.changed': LibraryList.describe('At most twice a second'),
} as const;

const Guids = z.array(z.string()).min(1).max(10_000);

const NotesState = z.object({
  notSent: Words.nullable().describe(
    'Why the account did not take what was written; it stays on this computer',
  ),
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

const Ids = z.object({ ids: z.array(z.string().regex(/^[0-9a-f]{16}$/)).max(10_000) });

export const RemovalWish = z.object({
  guid: z.string(),
  relativePaths: z.array(z.string()).nullable().describe('Null for all files of the model'),
});
export type RemovalWish = z.infer<typeof RemovalWish>;

/** Files removed from the library, which can be restored for a week. */
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

const Refusal = z.object({ guid: z.string(), message: Words });

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

export const LookedAt = z.object({
  guid: Guid,
  relativePath: z.string().min(1).max(1000),
  sizeBytes: z.number().int().min(1),
  sha256: Sha256,
});
export type LookedAt = z.infer<typeof LookedAt>;

export const lookAheadCalls = {
  /** Sent when the user views a model whose 1k topology has only this GLB. */
  'ahead.look': { input: LookedAt, output: z.undefined() },
} as const;
