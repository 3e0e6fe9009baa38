import type { WebSessionStore } from '../../features/account/web-session-store.ts';
import { fetchWhenIdle } from '../fetch-ahead.ts';
import type { WebParts } from './web-parts.ts';

/** Has the pages that a person may go to next, before they go there. */
export function fetchLater(parts: WebParts, session: WebSessionStore, window: Window): void {
  const { catalogue, model, view, signIn, account, publish, admin } = parts;
  session.subscribe(({ status, user }, before) => {
    if (status === 'loading' || (before.status === 'ready' && before.user?.id === user?.id)) return;
    fetchWhenIdle(window, [
      ...[catalogue, model, view],
      ...(user === null ? [signIn] : [account]),
      ...(user === null || user.role === 'member' ? [] : [publish]),
      ...(user?.role === 'admin' ? [admin] : []),
    ]);
  });
}
