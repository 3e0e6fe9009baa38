import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Part } from '../lib/part.ts';
import type { Navigation } from './navigation.ts';
import type { Route } from './route.ts';

export type ShownPage = {
  readonly route: Route;
  /** State of the page's code; `loading` only before the first page. */
  readonly code: 'loading' | 'ready' | 'failed';
};
export type ShownPageStore = StoreApi<ShownPage>;

/** Returns the code of a page; null if it is part of the app's bundle. */
export type FindPart = (route: Route) => Part<unknown> | null;

/**
 * The page of the current address. The previous page stays visible while the code loads, to avoid flicker. Loading
 * fails if the server has other files by now, as after an upgrade.
 */
export function createShownPage(navigation: Pick<Navigation, 'store'>, findPart: FindPart): ShownPageStore {
  const readRoute = () => navigation.store.getState().route;
  const shown = createStore<ShownPage>()(() => ({ route: readRoute(), code: 'loading' }));

  const follow = async () => {
    const route = readRoute();
    const part = findPart(route);
    const show = (code: ShownPage['code']) => shown.setState({ route, code });
    if (part === null || part.read() !== null) return show('ready');
    const code = await part.load().then(
      () => 'ready' as const,
      () => 'failed' as const,
    );
    if (readRoute() === route) show(code);
  };
  navigation.store.subscribe(() => void follow());
  void follow();
  return shown;
}
