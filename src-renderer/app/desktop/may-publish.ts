import type { SessionState } from '../../features/account/session-store.ts';

/** Returns true if the signed-in user may publish here. */
export const mayPublish = ({ session }: Pick<SessionState, 'session'>): boolean =>
  session?.status === 'signed-in' && session.scopes.includes('models:publish');
