import { accountDataRoutes } from './account-data.ts';
import { accountAccessRoutes } from './accounts/account-access.ts';
import { accountSessionRoutes } from './accounts/account-sessions.ts';
import { accountRoutes } from './accounts/accounts.ts';
import { agentPlanRoutes } from './accounts/agent-plans.ts';
import { modelListRoutes } from './accounts/model-lists.ts';
import { ownNoteRoutes } from './accounts/own-notes.ts';
import { pluginAuthRoutes } from './accounts/plugin-auth.ts';
import { savedSearchRoutes } from './accounts/saved-searches.ts';
import { shareRoutes } from './accounts/shares.ts';
import { adminRoutes } from './admin/admin.ts';
import { discoveryRoutes } from './catalogue/discovery.ts';
import { downloadRoutes } from './catalogue/downloads.ts';
import { sourceRoutes } from './catalogue/sources.ts';
import type { RouteDefinition, RouteInput, RouteOutput } from './define.ts';
import { posterRoutes } from './posters.ts';
import { projectRoutes } from './projects.ts';
import { publishRoutes } from './publish.ts';
import { starterRoutes } from './starters.ts';
import { syncRoutes } from './sync.ts';

/** Every JSON route of the server, by name. Files, streams and redirects are plain routes. */
export const routes = {
  ...discoveryRoutes,
  ...accountRoutes,
  ...accountAccessRoutes,
  ...accountSessionRoutes,
  ...accountDataRoutes,
  ...modelListRoutes,
  ...savedSearchRoutes,
  ...shareRoutes,
  ...projectRoutes,
  ...ownNoteRoutes,
  ...agentPlanRoutes,
  ...pluginAuthRoutes,
  ...downloadRoutes,
  ...sourceRoutes,
  ...adminRoutes,
  ...posterRoutes,
  ...publishRoutes,
  ...starterRoutes,
  ...syncRoutes,
} satisfies Record<string, RouteDefinition>;

export type Routes = typeof routes;
export type RouteName = keyof Routes;
export type InputOf<N extends RouteName> = RouteInput<Routes[N]>;
export type OutputOf<N extends RouteName> = RouteOutput<Routes[N]>;

/** Names of the routes that the desktop window may call. */
export type DesktopRouteName = {
  [N in RouteName]: 'desktop' extends Routes[N]['audience'][number] ? N : never;
}[RouteName];
