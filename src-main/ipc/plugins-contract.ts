import { z } from 'zod';
import { StarterFamily } from '../../server/contract/starters.ts';

const PreviousVersion = z.object({
  version: z.string(),
  isChanged: z.boolean().describe('Whether it had been edited by hand before it was replaced'),
});

/** One place for a plugin: the installed versions of 3ds Max, a Unity project, one version of Blender. */
export const PluginTarget = z.object({
  id: z.string(),
  family: StarterFamily,
  name: z.string().describe('Such as "3ds Max 2024, 2025", a project, "Blender 4.2"'),
  place: z.string().describe('Absolute path of the folder that the plugin is installed in'),
  state: z.enum(['absent', 'installed', 'outdated', 'changed', 'blocked']),
  version: z.string().nullable().describe('The installed version'),
  message: z.string().nullable().describe('Why it cannot be installed, or how it differs, and what to do'),
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

/** Each returns the state afterwards, read from the disk. */
export const pluginCalls = {
  'plugins.read': { input: z.undefined(), output: PluginsState },
  'plugins.install': { input: ById, output: PluginsState },
  'plugins.goBack': { input: ById, output: PluginsState },
  'plugins.remove': { input: ById, output: PluginsState },
} as const;
