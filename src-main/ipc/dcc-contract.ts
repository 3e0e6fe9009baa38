import { z } from 'zod';
import { Guid, LodName } from '../../server/contract/common.ts';
import { StarterFamily } from '../../server/contract/starters.ts';

/** A DCC app that is open now, with the plugin running in it. */
export const OpenApp = z.object({
  family: StarterFamily,
  session: z.string().describe('One run of the app'),
  label: z.string().describe('Scene or project, as the app names it'),
  isBusy: z.boolean().describe('Whether it is importing a model now'),
});
export type OpenApp = z.infer<typeof OpenApp>;

export const DccJob = z.object({
  id: z.string(),
  guid: Guid,
  title: z.string(),
  lod: LodName,
  format: z.string(),
  relativePath: z.string(),
  family: StarterFamily,
  session: z.string(),
  label: z.string(),
  status: z.enum(['waiting', 'importing', 'done', 'failed']),
  message: z.string().nullable().describe("The plugin's message, or what to do when it did not answer"),
  sentAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type DccJob = z.infer<typeof DccJob>;

export const DccState = z.object({
  apps: z.array(OpenApp),
  jobs: z.array(DccJob).describe('Newest last'),
  problem: z.string().nullable().describe('Why no plugin can find Lodestock, and what to do'),
});
export type DccState = z.infer<typeof DccState>;

export const dccCalls = {
  'dcc.read': { input: z.undefined(), output: DccState },
  'dcc.send': {
    input: z.object({
      guid: Guid,
      relativePath: z.string().max(1000),
      family: StarterFamily,
      session: z.string().max(64),
    }),
    output: DccJob,
  },
  'dcc.clearFinished': { input: z.undefined(), output: z.undefined() },
} as const;

export const dccEvents = { 'dcc.changed': DccState } as const;
