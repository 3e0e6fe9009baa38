import { z } from 'zod';

const Nothing = z.undefined();

export const UpdatesState = z.object({
  status: z
    .enum(['off', 'waiting', 'looking', 'current', 'offered', 'fetching', 'ready', 'failed'])
    .describe('`offered`: there is a newer version, which is not fetched by itself'),
  obstacle: z
    .enum(['clone', 'folder', 'shared', 'read-only', 'server', 'choice', 'address'])
    .nullable()
    .describe(
      'Why this copy does not update itself: it is a clone, an unpacked folder, installed for everyone, or an AppImage in a folder that the person cannot write; no server of a studio is chosen; updates are off; or its package names no place for them',
    ),
  version: z.string().nullable().describe('The newer version'),
  isRollback: z.boolean().describe('Whether it is an older one, which the studio goes back to'),
  notes: z.string().nullable().describe('What is new in it, as plain text'),
  progress: z.number().nullable().describe('0-1 while it is fetched'),
  fault: z
    .enum(['damaged', 'forged', 'unsigned', 'rollback', 'unreachable', 'not-installed'])
    .nullable()
    .describe('Why it failed; the log has the whole error'),
  checkedAt: z.string().nullable(),
  previous: z.string().nullable().describe('The version that can be gone back to'),
  isTroubled: z.boolean().describe('Whether this version has not come up since it was installed'),
});
export type UpdatesState = z.infer<typeof UpdatesState>;

export const updateCalls = {
  'updates.read': { input: Nothing, output: UpdatesState },
  'updates.check': { input: Nothing, output: UpdatesState },
  'updates.fetch': { input: Nothing, output: UpdatesState },
  'updates.restart': { input: Nothing, output: Nothing },
  'updates.goBack': { input: Nothing, output: Nothing },
} as const;

export const updateEvents = { 'updates.changed': UpdatesState } as const;
