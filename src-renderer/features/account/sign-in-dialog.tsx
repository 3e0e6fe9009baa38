import { useStore } from 'zustand';
import type { Session } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { useNow } from '../../components/use-now.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import styles from './account.module.css';
import type { SessionStore } from './session-store.ts';

/** The app's half of the sign-in: the same code as on the browser's page. */
export function SignInDialog({ store }: { readonly store: SessionStore }) {
  const { session, error, openApproval, closeDialog, signIn } = useStore(store);
  return (
    <Dialog title="Sign in" onClose={closeDialog}>
      {session?.status === 'waiting' ? <Waiting session={session} /> : <Outcome session={session} />}
      {error !== null && <ErrorNotice error={error} />}
      {session !== null && !session.keychain.isAvailable && (
        <Notice tone="warn">
          {session.keychain.message ??
            'This computer offers no keychain, so your sign-in is forgotten when the app closes.'}
        </Notice>
      )}
      <div className={styles.dialogActions}>
        {session?.status === 'waiting' ? (
          <Button icon="link" onClick={openApproval}>
            Open the page again
          </Button>
        ) : (
          <Button variant="primary" icon="retry" onClick={signIn}>
            Try again
          </Button>
        )}
        <Button onClick={closeDialog}>Cancel</Button>
      </div>
    </Dialog>
  );
}

function Waiting({ session }: { readonly session: Session }) {
  const now = useNow(1000);
  const left = session.expiresAt === null ? null : (Date.parse(session.expiresAt) - now) / 1000;
  return (
    <>
      <p>We opened your browser. Check that its page shows this same code, then approve there.</p>
      {session.userCode !== null && (
        <p className={styles.code}>
          <span className="visually-hidden">The code is </span>
          {session.userCode}
        </p>
      )}
      {left !== null && (
        <p className={styles.countdown}>
          {left > 0
            ? `The code is good for another ${formatDuration(left)}.`
            : 'The code has expired. Cancel and sign in again.'}
        </p>
      )}
    </>
  );
}

function Outcome({ session }: { readonly session: Session | null }) {
  if (session?.message) return <Notice tone="bad">{session.message}</Notice>;
  return <p>Asking the server for a sign-in page…</p>;
}
