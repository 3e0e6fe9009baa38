import { z } from 'zod';
import { Ok } from '../common.ts';
import { defineRoute } from '../define.ts';
import { admin, adminErrors } from './admin-accounts.ts';

const usagePeriods = ['30', '90'] as const;
export const storedKinds = [
  'library',
  'unpacked',
  'published',
  'levels',
  'assets',
  'posters',
  'hosts',
] as const;

const Day = z.string().describe('As 2026-11-25, in UTC');
const stored = { files: z.number().int(), bytes: z.number().int() };
const Stored = z.object({ name: z.string(), ...stored });
export type Stored = z.infer<typeof Stored>;

export const adminUsageRoutes = {
  adminUsage: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/usage',
    summary: 'What is stored, and what was downloaded, sent and unlocked on each of the last days',
    query: z.object({ days: z.enum(usagePeriods).optional().describe('Default: 30') }),
    response: z.object({
      ok: Ok,
      storage: z.object({
        kinds: z
          .array(z.object({ name: z.enum(storedKinds), ...stored }))
          .describe('Where it comes from; hosts: what the models of followed file hosts have there'),
        formats: z.array(Stored).describe('Model files and their textures, the largest first'),
        lods: z.array(Stored).describe('The same by topology'),
        hosts: z.array(Stored).describe('What followed file hosts have of the catalogue, by their address'),
      }),
      traffic: z.object({
        since: Day.nullable().describe('The first day that is known of; null: none yet'),
        sendsFiles: z.boolean().describe('Whether this server sends model files, or file hosts do'),
        isShared: z
          .boolean()
          .describe('Whether other sites have the same accounts; they count for themselves'),
        days: z
          .array(
            z.object({
              day: Day,
              downloads: z.number().int(),
              sentBytes: z.number().int(),
              unlocks: z.number().int(),
            }),
          )
          .describe('Without gaps, the oldest first; what this server did'),
      }),
    }),
    errors: adminErrors,
  }),
};
