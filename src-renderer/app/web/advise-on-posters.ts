import type { Api } from '../../api/api.ts';
import type { WebContext } from './web-context.ts';

/** Tells admins, where they look for pictures, why there are none. */
export function adviseOnPosters(
  api: Api<'posterStatus'>,
  { news, session }: Pick<WebContext['stores'], 'news' | 'session'>,
): void {
  const ask = async () => {
    if (session.getState().user?.role !== 'admin') return news.setState({ postersWait: null });
    const { mode, message, waiting } = await api.call('posterStatus');
    news.setState({ postersWait: mode === 'waiting' && waiting > 0 ? message : null });
  };
  session.subscribe(({ user }, before) => {
    if (user?.role !== before.user?.role) ask().catch(() => undefined); // the admin pages say it too
  });
}
