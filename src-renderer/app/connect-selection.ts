import type { BrowseStore } from '../features/browse/store/browse-state.ts';
import { fromSearchParams, toSearchParams } from '../features/browse/store/selection-url.ts';
import type { KeptPlace } from './kept-place.ts';
import type { Navigation } from './navigation.ts';

/** Keeps the address and the selected filters in sync. The catalogue is loaded when it is first shown. */
export function connectSelection(browse: BrowseStore, navigation: Navigation, kept: KeptPlace): void {
  let hasStarted = false;

  const followRoute = () => {
    const { route } = navigation.store.getState();
    if (route.name !== 'browse') return;
    const { selection, select } = browse.getState();
    const wanted = fromSearchParams(route.search);
    if (hasStarted && toSearchParams(wanted) === toSearchParams(selection)) return;
    const place = hasStarted ? null : kept.read(toSearchParams(wanted));
    hasStarted = true;
    select(wanted, place ?? undefined);
  };
  browse.subscribe(({ selection }, before) => {
    const { route } = navigation.store.getState();
    if (selection === before.selection || route.name !== 'browse') return;
    const search = toSearchParams(selection);
    if (search !== route.search) navigation.replace({ name: 'browse', search });
  });
  navigation.store.subscribe(followRoute);
  followRoute();
  kept.follow(browse);
}

/** Returns the route of the catalogue as the user left it. */
export function toBrowseRoute(browse: BrowseStore): { readonly name: 'browse'; readonly search: string } {
  return { name: 'browse', search: toSearchParams(browse.getState().selection) };
}
