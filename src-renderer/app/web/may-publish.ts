import type { WebSessionState } from '../../features/account/web-session-store.ts';

export const mayPublish = ({ user }: Pick<WebSessionState, 'user'>): boolean =>
  user !== null && user.role !== 'member';
