import { useEffect, useRef, useState } from 'react';
import { signInRefusals } from '../../../server/contract/accounts/sign-in-refusals.ts';
import { LinkButton } from '../../components/button.tsx';
import cards from '../../components/card.module.css';
import { Form, useForm } from '../../components/forms/form.tsx';
import { NewPasswordField } from '../../components/forms/new-password-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { readInvitation, readSetupCode, toAppInvitation } from '../../lib/invitation-link.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

type SignInPageProps = {
  readonly store: WebSessionStore;
  /** The path to continue at, if the sign-in is a page of its own; else the current page. */
  readonly next?: string | null;
  readonly reason?: string;
};

/** The sign-in form, with a link to create an account; the surrounding page decides what follows. */
export function SignInPage({ store, next, reason }: SignInPageProps) {
  const [invitation] = useState(() => readInvitation(window.location.hash));
  const [setupCode] = useState(() => readSetupCode(window.location.hash));
  const [isNew, setIsNew] = useState(invitation !== null || setupCode !== null);
  const card = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another form has another first field
  useEffect(() => card.current?.querySelector('input')?.focus({ preventScroll: true }), [isNew]);
  const { registration, companySignIn, passwords } = usePicked(
    store,
    'registration',
    'companySignIn',
    'passwords',
  );
  const isClosed = registration === 'closed';
  const hasPasswords = passwords === 'on' || isNew;
  const change = () => {
    store.getState().forgetError();
    setIsNew(!isNew);
  };
  return (
    <div className={cards.centre}>
      <div ref={card} className={styles.card}>
        <h1 tabIndex={-1}>{isNew ? t('account.createTitle') : t('common.signIn')}</h1>
        {reason !== undefined && <p className="quiet">{reason}</p>}
        {companySignIn && !isNew && <CompanySignIn next={next ?? null} />}
        {isNew && <RegisterForm {...{ store, invitation, setupCode }} />}
        {!isNew && passwords === 'on' && <SignInForm store={store} />}
        {!isNew && passwords === 'admins' && (
          <details>
            <summary>{t('account.asAdmin')}</summary>
            <SignInForm store={store} />
          </details>
        )}
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
        {isClosed && hasPasswords && !isNew && <p className={styles.switch}>{t('account.closed')}</p>}
        {!isClosed && hasPasswords && (
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

function CompanySignIn({ next }: { readonly next: string | null }) {
  const here = `${window.location.pathname}${window.location.search}`.slice(sitePath.length);
  const query = new URLSearchParams({ next: next ?? (here.startsWith('/sign-in') ? '/' : here) });
  const refused = new URLSearchParams(window.location.search).get('refused');
  const reason = signInRefusals.find((known) => known === refused);
  return (
    <>
      {reason !== undefined && <Notice tone="bad">{t(`account.refused.${reason}`)}</Notice>}
      <LinkButton variant="primary" size="large" href={`${sitePath}/auth/oidc?${query}`}>
        {t('account.company')}
      </LinkButton>
    </>
  );
}

function SignInForm({ store }: { readonly store: WebSessionStore }) {
  const { companySignIn, ...state } = usePicked(store, 'isBusy', 'error', 'companySignIn');
  const form = useForm({ email: '', password: '' }, state);
  const variant = companySignIn ? 'plain' : 'primary';
  const { signIn } = store.getState();
  return (
    <Form
      {...{ form, variant }}
      onSend={() => signIn(form.values)}
      action={t('common.signIn')}
      className={styles.form}
    >
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
  /** The codes of the link that the user followed. */
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
