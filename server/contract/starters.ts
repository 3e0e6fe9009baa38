import { z } from 'zod';
import { admin, adminErrors } from './admin/admin-accounts.ts';
import { IsoTime, Ok, Sha256 } from './common.ts';
import { defineRoute } from './define.ts';
import { Version } from './version.ts';

export const starterFamilies = ['3dsmax', 'unity', 'blender', 'godot'] as const;
export const StarterFamily = z.enum(starterFamilies).describe('The DCC app that a plugin of ours is for');
export type StarterFamily = z.infer<typeof StarterFamily>;

/** Anyone can write a plugin for another DCC app; a server offers those in `starters/{family}` of its data folder. */
export const PluginFamily = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'Name the DCC app in lower case, such as blender or godot')
  .describe('The DCC app that a plugin is for, ours or another');

export const Channel = z.enum(['stable', 'beta']);
export type Channel = z.infer<typeof Channel>;

const FeedFile = z.object({
  name: z.string().regex(/^[\w][\w.-]{0,127}$/),
  url: z.string().max(2048).describe('Absolute, or relative to the feed; of the same origin'),
  sizeBytes: z.number().int().min(1),
  sha256: Sha256,
});

/** Placeholder for the server's address in built manifests, which only a running app knows. */
export const serverPlaceholder = 'https://server.lodestock.invalid';

/** The feed in which a plugin finds its updates. */
export const FeedSchema = z.object({
  slug: z.string(),
  family: PluginFamily,
  version: Version,
  channel: Channel,
  releasedAt: IsoTime,
  minHostVersion: z.string().describe('The oldest version of the DCC app, such as 2021 or 4.2'),
  files: z.array(FeedFile).min(1),
  notes: z.array(z.string()).describe('What is new, a sentence each'),
  signature: z
    .string()
    .max(128)
    .optional()
    .describe('Ed25519, base64, over the canonical JSON of the feed without `signature` and `rollback`'),
  rollback: z.literal(true).optional().describe('An admin has pinned this older version for everyone'),
});
export type Feed = z.infer<typeof FeedSchema>;

const StarterState = z.object({
  family: PluginFamily,
  versions: z.array(Version).describe('Kept on this server, newest first'),
  stable: Version.nullable().describe('What the stable channel offers now'),
  beta: Version.nullable().describe('What the beta channel offers now'),
  pinned: Version.nullable().describe('What both channels offer instead of their newest'),
  pinnedAt: IsoTime.nullable(),
});
export type StarterState = z.infer<typeof StarterState>;

const params = z.object({ family: PluginFamily });

/** Which versions of the plugins this server offers. */
export const starterRoutes = {
  starters: defineRoute({
    ...admin,
    method: 'GET',
    path: '/api/admin/starters',
    summary: 'Versions of the plugins, and which are offered',
    response: z.object({ ok: Ok, starters: z.array(StarterState) }),
    errors: adminErrors,
  }),
  pinStarter: defineRoute({
    ...admin,
    method: 'POST',
    path: '/api/admin/starters/{family}/pin',
    summary: 'Offer one version of a plugin to everyone, even if a newer one exists',
    params,
    body: z.object({ version: Version }),
    response: z.object({ ok: Ok, starter: StarterState }),
    errors: [...adminErrors, 'NOT_FOUND'],
  }),
  unpinStarter: defineRoute({
    ...admin,
    method: 'DELETE',
    path: '/api/admin/starters/{family}/pin',
    summary: 'Offer the newest version of a plugin again',
    params,
    response: z.object({ ok: Ok, starter: StarterState }),
    errors: adminErrors,
  }),
};
