import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { TextField } from '../../components/text-field.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

const nobody = { name: '', email: '', password: '', setupCode: '', inviteCode: '' };
type Draft = typeof nobody;

type RegisterFormProps = {
  readonly store: WebSessionStore;
  /** The codes of the link that the person followed. */
  readonly invitation: string | null;
  readonly setupCode: string | null;
};

export function RegisterForm({ store, invitation, setupCode: given }: RegisterFormProps) {
  const { isBusy, error, registration } = usePicked(store, 'isBusy', 'error', 'registration');
  const { signUp } = store.getState();
  const [draft, setDraft] = useState<Draft>({
    ...{ ...nobody, inviteCode: invitation ?? '', setupCode: given ?? '' },
  });
  const needsSetupCode =
    given !== null || draft.setupCode !== '' || error?.details?.setupCodeRequired === true;
  const needsInvitation =
    invitation !== null || registration === 'invite' || error?.details?.inviteCodeRequired === true;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { name, email, password, setupCode, inviteCode } = draft;
    void signUp({
      ...{ name, email, password },
      ...(setupCode !== '' && { setupCode }),
      ...(inviteCode !== '' && { inviteCode }),
    });
  };
  const bind = (field: keyof Draft) => ({
    name: field,
    value: draft[field],
    error: findFieldError(error, field),
    onChange: (event: { readonly target: { readonly value: string } }) =>
      setDraft({ ...draft, [field]: event.target.value }),
  });
  return (
    <form className={styles.form} onSubmit={submit}>
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
      {error !== null && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" size="large" disabled={isBusy}>
        {t('account.create')}
      </Button>
    </form>
  );
}
