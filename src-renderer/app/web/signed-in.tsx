import type { ReactNode } from 'react';
import { usePicked } from '../../data/use-picked.ts';
import { SignInPage } from '../../features/account/sign-in-page.tsx';
import type { WebSessionStore } from '../../features/account/web-session-store.ts';

type SignedInProps = {
  readonly store: WebSessionStore;
  readonly reason: string;
  readonly children: ReactNode;
};

/** Shows its content to signed-in users, and the sign-in form to others. */
export function SignedIn({ store, reason, children }: SignedInProps) {
  const { status, user } = usePicked(store, 'status', 'user');
  if (status === 'loading') return null;
  return user === null ? <SignInPage store={store} reason={reason} /> : children;
}
