import { z } from 'zod';

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
  message: z.string().nullable().describe('Why it does not go on'),
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
      absence: z.string().nullable().describe('Why it cannot be used now; null when it can'),
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
