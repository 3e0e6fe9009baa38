import { accountAccessRoutes } from './account-access.ts';
import { accountDataRoutes } from './account-data.ts';
import { accountSessionRoutes } from './account-sessions.ts';
import { accountRoutes } from './accounts.ts';
import { adminRoutes } from './admin.ts';
import { agentPlanRoutes } from './agent-plans.ts';
import type { RouteDefinition, RouteInput, RouteOutput } from './define.ts';
import { discoveryRoutes } from './discovery.ts';
import { downloadRoutes } from './downloads.ts';
import { modelListRoutes } from './model-lists.ts';
import { ownNoteRoutes } from './own-notes.ts';
import { pluginAuthRoutes } from './plugin-auth.ts';
import { posterRoutes } from './posters.ts';
import { publishRoutes } from './publish.ts';
import { savedSearchRoutes } from './saved-searches.ts';
import { starterRoutes } from './starters.ts';
import { syncRoutes } from './sync.ts';

/** Every JSON route of the server, by name. Files, streams and redirects stand next to it as plain routes. */
export const routes = {
  ...discoveryRoutes,
  ...accountRoutes,
  ...accountAccessRoutes,
  ...accountSessionRoutes,
  ...accountDataRoutes,
  ...modelListRoutes,
  ...savedSearchRoutes,
  ...ownNoteRoutes,
  ...agentPlanRoutes,
  ...pluginAuthRoutes,
  ...downloadRoutes,
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

/** The names of the routes that the desktop window may call. */
export type DesktopRouteName = {
  [N in RouteName]: 'desktop' extends Routes[N]['audience'][number] ? N : never;
}[RouteName];
