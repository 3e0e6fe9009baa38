import type { IconName } from '../components/icon.tsx';
import type { Route } from './route.ts';

export const places = [
  'browse',
  'favourites',
  'collections',
  'library',
  'downloads',
  'publish',
  'plugins',
  'settings',
] as const satisfies readonly ((IconName & Route['name']) | 'favourites' | 'publish')[];
/** Pages that belong to another one. */
const homes: Partial<Record<Route['name'], PlaceName>> = {
  model: 'browse',
  collection: 'collections',
  server: 'settings',
};
export type PlaceName = (typeof places)[number];

export function iconOf(name: PlaceName): IconName {
  if (name === 'favourites') return 'heart';
  return name === 'publish' ? 'upload' : name;
}

export const homeOf = (name: Route['name']): Route['name'] => homes[name] ?? name;
