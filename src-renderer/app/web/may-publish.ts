import type { WebSessionState } from '../../features/account/web-session-store.ts';

/** Whether the person who is signed in publishes here. */
export const mayPublish = ({ user }: Pick<WebSessionState, 'user'>): boolean =>
  user !== null && user.role !== 'member';
