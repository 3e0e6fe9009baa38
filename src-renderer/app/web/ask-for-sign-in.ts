import type { Navigation } from '../navigation.ts';
import { formatRoute } from '../route.ts';
import type { WebContext } from './web-context.ts';

/**
 * Opens the sign-in form when a session has expired on a server that shows models only to signed-in users, and returns
 * to the page afterwards.
 */
export function askForSignIn({ browse, model, session }: WebContext['stores'], navigation: Navigation): void {
  const isRefused = () =>
    [browse.getState().error, model.getState().error].some((error) => error?.code === 'UNAUTHENTICATED');
  const follow = async () => {
    if (!isRefused()) return;
    await session.getState().load();
    const { route } = navigation.store.getState();
    if (session.getState().user !== null || !isRefused()) return;
    if (route.name === 'browse' || route.name === 'model')
      navigation.replace({ name: 'sign-in', next: formatRoute(route) });
  };
  browse.subscribe(({ error }, before) => {
    if (error !== before.error) void follow();
  });
  model.subscribe(({ error }, before) => {
    if (error !== before.error) void follow();
  });
  session.subscribe(({ user }, before) => {
    if (user !== null && before.user === null && browse.getState().error !== null)
      browse.getState().refresh();
  });
}
