import type { Session } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import cards from '../../components/card.module.css';
import { ErrorNotice } from '../../components/error-notice.tsx';
import dialogStyles from '../../components/forms/dialog.module.css';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { Said } from '../../components/said.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { useNow } from '../../lib/use-now.ts';
import { t } from '../../text/text.ts';
import type { SessionStore } from './session-store.ts';

/** The app's half of the sign-in: shows the same code as the browser's page. */
export function SignInDialog({ store }: { readonly store: SessionStore }) {
  const { session, error } = usePicked(store, 'session', 'error');
  const { openApproval, closeDialog, signIn } = store.getState();
  return (
    <Dialog title={t('common.signIn')} onClose={closeDialog}>
      {session?.status === 'waiting' ? <Waiting session={session} /> : <Outcome session={session} />}
      {error !== null && <ErrorNotice error={error} />}
      {session !== null && !session.keychain.isAvailable && (
        <Notice tone="warn">
          <Said>{session.keychain.message ?? t('account.keychainMissing')}</Said>
        </Notice>
      )}
      <div className={dialogStyles.actions}>
        {session?.status === 'waiting' ? (
          <Button icon="link" onClick={openApproval}>
            {t('account.signIns.reopen')}
          </Button>
        ) : (
          <Button variant="primary" icon="retry" onClick={signIn}>
            {t('account.signIns.tryAgain')}
          </Button>
        )}
        <Button onClick={closeDialog}>{t('common.cancel')}</Button>
      </div>
    </Dialog>
  );
}

function Waiting({ session }: { readonly session: Session }) {
  const now = useNow(1000);
  const left = session.expiresAt === null ? null : (Date.parse(session.expiresAt) - now) / 1000;
  return (
    <>
      <p>{t('account.signIns.opened')}</p>
      {session.userCode !== null && (
        <p className={cards.code}>
          <span className="visually-hidden">{t('account.signIns.code')} </span>
          {session.userCode}
        </p>
      )}
      {left !== null && (
        <p className="faint small">
          {left > 0
            ? t('account.signIns.codeExpires', { time: formatDuration(left) })
            : t('account.signIns.codeExpired')}
        </p>
      )}
    </>
  );
}

function Outcome({ session }: { readonly session: Session | null }) {
  if (session?.message)
    return (
      <Notice tone="bad">
        <Said>{session.message}</Said>
      </Notice>
    );
  return <p>{t('account.signIns.starting')}</p>;
}
