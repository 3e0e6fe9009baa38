import type { RouteDefinition } from '../contract/define.ts';

const isFor =
  (...audiences: readonly RouteDefinition['audience'][number][]) =>
  (route: RouteDefinition) =>
    audiences.some((audience) => route.audience.includes(audience));

/** The routes described by each OpenAPI page, by its file name. */
export const manifests = {
  'plugin-manifest.yaml': { title: 'Lodestock for plugins', isWanted: isFor('plugin', 'public') },
  'worker-manifest.yaml': { title: 'Lodestock file host', isWanted: isFor('host') },
} as const;

/** Guides served beside the manifests. */
export const guides = ['plugin-guide.md', 'worker-guide.md'] as const;
