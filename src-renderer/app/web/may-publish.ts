import type { WebSessionState } from '../../features/account/web-session-store.ts';

/** Returns true if the signed-in user may publish here. */
export const mayPublish = ({ user }: Pick<WebSessionState, 'user'>): boolean =>
  user !== null && user.role !== 'member';
