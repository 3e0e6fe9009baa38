import type { SessionState } from '../../features/account/session-store.ts';

export const mayPublish = ({ session }: Pick<SessionState, 'session'>): boolean =>
  session?.status === 'signed-in' && session.scopes.includes('models:publish');
