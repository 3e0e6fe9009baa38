import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { readInvitation, readSetupCode, toAppInvitation } from '../../lib/invitation-link.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import { RegisterForm } from './register-form.tsx';
import { SignInForm } from './sign-in-form.tsx';
import type { WebSessionStore } from './web-session-store.ts';

type SignInPageProps = {
  readonly store: WebSessionStore;
  /** Why a sign-in is needed here. */
  readonly reason?: string;
};

/** Sign-in, with the way to a new account; what follows is up to the page around it. */
export function SignInPage({ store, reason }: SignInPageProps) {
  const [invitation] = useState(() => readInvitation(window.location.hash));
  const [setupCode] = useState(() => readSetupCode(window.location.hash));
  const [isNew, setIsNew] = useState(invitation !== null || setupCode !== null);
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has another first field
  useEffect(() => card.current?.querySelector('input')?.focus({ preventScroll: true }), [isNew]);
  const isClosed = useStore(store, ({ registration }) => registration === 'closed');
  const change = () => {
    store.getState().forgetError();
    setIsNew(!isNew);
  };
  return (
    <div className={styles.centre}>
      <div ref={card} className={styles.card}>
        <h1 tabIndex={-1}>{isNew ? t('account.createTitle') : t('common.signIn')}</h1>
        {reason !== undefined && <p className="quiet">{reason}</p>}
        {isNew ? <RegisterForm {...{ store, invitation, setupCode }} /> : <SignInForm store={store} />}
        {isNew && invitation !== null && (
          <p className={styles.switch}>
            {t('account.haveApp')}{' '}
            <a
              className={styles.link}
              href={toAppInvitation(`${window.location.origin}${sitePath}`, invitation)}
            >
              {t('account.openInApp')}
            </a>
          </p>
        )}
        {isClosed && !isNew ? (
          <p className={styles.switch}>{t('account.closed')}</p>
        ) : (
          <p className={styles.switch}>
            {isNew ? t('account.haveAccount') : t('account.newHere')}{' '}
            <button type="button" className={styles.link} onClick={change}>
              {isNew ? t('account.toSignIn') : t('account.toCreate')}
            </button>
          </p>
        )}
      </div>
    </div>
  );
}
