import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Part } from '../lib/part.ts';
import type { Navigation } from './navigation.ts';
import type { Route } from './route.ts';

export type ShownPage = {
  readonly route: Route;
  /** Whether the code of this page is there; `loading` only before the first page. */
  readonly code: 'loading' | 'ready' | 'failed';
};
export type ShownPageStore = StoreApi<ShownPage>;

/** The code of a page; null where that has come with the app. */
export type FindPart = (route: Route) => Part<unknown> | null;

/**
 * The page of the address. While its code is on the way, the page before stays in view, so that nothing blinks; it does
 * not arrive where the server has other files by now, as after an upgrade.
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
