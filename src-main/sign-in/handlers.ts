import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { SessionKeeper } from './session.ts';
import type { SignIn } from './sign-in.ts';

export function createSessionHandlers(session: SessionKeeper, signIn: SignIn): FeatureHandlers<'session'> {
  return {
    'session.read': session.read,
    'session.signIn': async () => {
      await signIn.start();
      return session.read();
    },
    'session.openApproval': signIn.openApproval,
    'session.cancelSignIn': () => {
      signIn.cancel();
      return session.read();
    },
    'session.signOut': async () => {
      await signIn.signOut();
      return session.read();
    },
  };
}
