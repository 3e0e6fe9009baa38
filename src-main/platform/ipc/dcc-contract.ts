import { z } from 'zod';
import { Guid, LodName, Words } from '../../../server/contract/common.ts';
import { PluginFamily, StarterFamily } from '../../../server/contract/starters.ts';

/** A running DCC app with the plugin in it. */
export const OpenApp = z.object({
  family: PluginFamily,
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
  family: PluginFamily,
  session: z.string(),
  label: z.string(),
  status: z.enum(['waiting', 'importing', 'done', 'failed']),
  message: Words.nullable().describe("The plugin's message, or what to do when it did not answer"),
  sentAt: z.string(),
  finishedAt: z.string().nullable(),
});
export type DccJob = z.infer<typeof DccJob>;

export const DccState = z.object({
  apps: z.array(OpenApp),
  jobs: z.array(DccJob).describe('Newest last'),
  problem: Words.nullable().describe('Why no plugin can find Lodestock, and what to do'),
});
export type DccState = z.infer<typeof DccState>;

export const dccCalls = {
  'dcc.read': { input: z.undefined(), output: DccState },
  'dcc.send': {
    input: z.object({
      guid: Guid,
      relativePath: z.string().max(1000),
      family: PluginFamily,
      session: z.string().max(64),
    }),
    output: DccJob,
  },
  'dcc.clearFinished': { input: z.undefined(), output: z.undefined() },
} as const;

export const dccEvents = { 'dcc.changed': DccState } as const;

const PreviousVersion = z.object({
  version: z.string(),
  isChanged: z.boolean().describe('Whether it had been edited by hand before it was replaced'),
});

/** One install location of a plugin: the installed versions of 3ds Max, a Unity project, one version of Blender. */
export const PluginTarget = z.object({
  id: z.string(),
  family: StarterFamily,
  name: z.string().describe('Such as "3ds Max 2024, 2025", a project, "Blender 4.2"'),
  place: z.string().describe('Absolute path of the folder that the plugin is installed in'),
  state: z.enum(['absent', 'installed', 'outdated', 'changed', 'blocked']),
  version: z.string().nullable().describe('The installed version'),
  message: Words.nullable().describe('Why it cannot be installed, or how it differs, and what to do'),
  previous: PreviousVersion.nullable().describe('The version before this one, which can be restored'),
});
export type PluginTarget = z.infer<typeof PluginTarget>;

const FamilyState = z.object({
  family: StarterFamily,
  offered: z.string().nullable().describe('The version that comes with this app'),
  notes: z.array(z.string()),
  targets: z.array(PluginTarget),
});

export const PluginsState = z.object({ families: z.array(FamilyState) });
export type PluginsState = z.infer<typeof PluginsState>;

const ById = z.object({ id: z.string().max(2000) });

/** Each returns the state after the call, read from the disk. */
export const pluginCalls = {
  'plugins.read': { input: z.undefined(), output: PluginsState },
  'plugins.install': { input: ById, output: PluginsState },
  'plugins.goBack': { input: ById, output: PluginsState },
  'plugins.remove': { input: ById, output: PluginsState },
} as const;
