import { createStore, type StoreApi } from 'zustand/vanilla';
import { sitePath, withoutSite } from '../lib/site-path.ts';
import { formatRoute, parseRoute, type Route } from './route.ts';

type NavigationState = { readonly route: Route };
export type Navigation = {
  readonly store: StoreApi<NavigationState>;
  go(route: Route): void;
  replace(route: Route): void;
  /** Returns to the previous page, or to the catalogue if this page was opened first. */
  back(): void;
  hrefOf(route: Route): string;
};

type Options = {
  readonly window: Window;
  /** The desktop's single page has its address after a `#`. */
  readonly mode: 'path' | 'hash';
};
type Entry = { readonly depth: number; readonly guid: string | null };

export function createNavigation({ window, mode }: Options): Navigation {
  const { history, location } = window;
  const read = (): Route => {
    const { guid } = readEntry(history.state);
    return parseRoute(
      mode === 'hash'
        ? location.hash.slice(1) || '/'
        : (withoutSite(location.pathname) ?? '/') + location.search,
      guid,
    );
  };
  const hrefOf = (route: Route) =>
    mode === 'hash' ? `#${formatRoute(route)}` : `${sitePath}${formatRoute(route)}`;
  const store = createStore<NavigationState>()(() => ({ route: read() }));

  const write = (route: Route, step: 0 | 1) => {
    const guid = route.name === 'model' ? route.guid : null;
    const entry: Entry = { depth: readEntry(history.state).depth + step, guid };
    if (step === 1) history.pushState(entry, '', hrefOf(route));
    else history.replaceState(entry, '', hrefOf(route));
    store.setState({ route });
  };
  const go = (route: Route) => {
    const isSame = hrefOf(route) === hrefOf(store.getState().route);
    write(route, isSame ? 0 : 1);
  };
  window.addEventListener('popstate', () => store.setState({ route: read() }));
  return {
    store,
    go,
    replace: (route) => write(route, 0),
    back: () => {
      if (readEntry(history.state).depth > 0) history.back();
      else go({ name: 'browse', search: '' });
    },
    hrefOf,
  };
}

function readEntry(state: unknown): Entry {
  if (typeof state !== 'object' || state === null) return { depth: 0, guid: null };
  const depth = 'depth' in state && typeof state.depth === 'number' ? state.depth : 0;
  const guid = 'guid' in state && typeof state.guid === 'string' ? state.guid : null;
  return { depth, guid };
}
