import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import cards from '../../components/card.module.css';
import { Form, useForm } from '../../components/forms/form.tsx';
import { NewPasswordField } from '../../components/forms/new-password-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { readInvitation, readSetupCode, toAppInvitation } from '../../lib/invitation-link.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
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
    <div className={cards.centre}>
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

function SignInForm({ store }: { readonly store: WebSessionStore }) {
  const form = useForm({ email: '', password: '' }, usePicked(store, 'isBusy', 'error'));
  const { signIn } = store.getState();
  return (
    <Form form={form} onSend={() => signIn(form.values)} action={t('common.signIn')} className={styles.form}>
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        required
        {...form.bind('email')}
      />
      <TextField
        label={t('account.password')}
        type="password"
        autoComplete="current-password"
        required
        {...form.bind('password')}
      />
    </Form>
  );
}

const nobody = { name: '', email: '', password: '', setupCode: '', inviteCode: '' };

type RegisterFormProps = {
  readonly store: WebSessionStore;
  /** The codes of the link that the person followed. */
  readonly invitation: string | null;
  readonly setupCode: string | null;
};

function RegisterForm({ store, invitation, setupCode: given }: RegisterFormProps) {
  const { isBusy, error, registration } = usePicked(store, 'isBusy', 'error', 'registration');
  const { signUp } = store.getState();
  const codes = { inviteCode: invitation ?? '', setupCode: given ?? '' };
  const form = useForm({ ...nobody, ...codes }, { isBusy, error });
  const { values, bind } = form;
  const needsSetupCode =
    given !== null || values.setupCode !== '' || error?.details?.setupCodeRequired === true;
  const needsInvitation =
    invitation !== null || registration === 'invite' || error?.details?.inviteCodeRequired === true;
  const send = () => {
    const { setupCode, inviteCode, ...person } = values;
    return signUp({
      ...person,
      ...(setupCode !== '' && { setupCode }),
      ...(inviteCode !== '' && { inviteCode }),
    });
  };
  return (
    <Form form={form} onSend={send} action={t('account.create')} className={styles.form}>
      {needsInvitation && (
        <TextField
          label={t('account.invitationCode')}
          autoComplete="off"
          required
          hint={t('account.invitationCodeHint')}
          {...bind('inviteCode')}
        />
      )}
      <TextField label={t('account.name')} autoComplete="name" required maxLength={100} {...bind('name')} />
      <TextField
        label={t('account.email')}
        type="email"
        autoComplete="username"
        required
        {...bind('email')}
      />
      <NewPasswordField label={t('account.password')} {...bind('password')} />
      {needsSetupCode && (
        <TextField
          label={t('account.setupCode')}
          autoComplete="off"
          hint={t('account.setupCodeHint')}
          {...bind('setupCode')}
        />
      )}
    </Form>
  );
}
