import { z } from 'zod';
import { StarterFamily } from '../../server/contract/starters.ts';

const PreviousVersion = z.object({
  version: z.string(),
  isChanged: z.boolean().describe('Whether it was changed by hand before it was replaced'),
});

/** One place where a starter can be: the installed 3ds Max, a Unity project, one Blender. */
export const StarterTarget = z.object({
  id: z.string(),
  family: StarterFamily,
  name: z.string().describe('Such as "3ds Max 2024, 2025", a project, "Blender 4.2"'),
  place: z.string().describe('Absolute path of the folder that the starter goes to'),
  state: z.enum(['absent', 'installed', 'outdated', 'changed', 'blocked']),
  version: z.string().nullable().describe('What is installed'),
  message: z.string().nullable().describe('Why it cannot be installed, or what is different, and what to do'),
  previous: PreviousVersion.nullable().describe('What was there before, and can be put back'),
});
export type StarterTarget = z.infer<typeof StarterTarget>;

const FamilyState = z.object({
  family: StarterFamily,
  offered: z.string().nullable().describe('The version that comes with this app'),
  notes: z.array(z.string()),
  targets: z.array(StarterTarget),
});

export const StartersState = z.object({ families: z.array(FamilyState) });
export type StartersState = z.infer<typeof StartersState>;

const ById = z.object({ id: z.string().max(2000) });

/** Each answers the state after it, read anew from the disk. */
export const starterCalls = {
  'starters.read': { input: z.undefined(), output: StartersState },
  'starters.install': { input: ById, output: StartersState },
  'starters.goBack': { input: ById, output: StartersState },
  'starters.remove': { input: ById, output: StartersState },
} as const;
