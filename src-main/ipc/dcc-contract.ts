import { z } from 'zod';
import { Guid, LodName } from '../../server/contract/common.ts';
import { StarterFamily } from '../../server/contract/starters.ts';

/** A host program that is open now, with its plugin. */
export const OpenHost = z.object({
  family: StarterFamily,
  session: z.string().describe('One run of the host'),
  label: z.string().describe('Scene or project, as the host names it'),
  isBusy: z.boolean().describe('Whether it is importing something now'),
});
export type OpenHost = z.infer<typeof OpenHost>;

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
  message: z.string().nullable().describe("The plugin's own words, or what to do when it did not answer"),
  sentAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type DccJob = z.infer<typeof DccJob>;

export const DccState = z.object({
  hosts: z.array(OpenHost),
  jobs: z.array(DccJob).describe('Newest last'),
  problem: z.string().nullable().describe('Why no host can find this app, and what to do'),
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
