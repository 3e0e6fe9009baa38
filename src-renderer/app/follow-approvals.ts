import type { ApprovalsStore } from '../features/approvals/approvals-store.ts';

const every = 4000;

type Parts = {
  readonly approvals: ApprovalsStore;
  readonly isSignedIn: () => boolean;
  /** Calls back when somebody signs in or out. */
  readonly onSession: (listener: () => void) => () => void;
  readonly document: Document;
};

/** Asks what agents wait for while somebody is signed in and looks. Returns the function that ends it. */
export function followApprovals({ approvals, isSignedIn, onSession, document }: Parts): () => void {
  const look = () => {
    const signedIn = isSignedIn();
    if (!signedIn) approvals.getState().clear();
    if (!signedIn || document.visibilityState !== 'visible') return;
    void approvals.getState().refresh();
  };
  const unsubscribe = onSession(look);
  const timer = setInterval(look, every);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    unsubscribe();
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
