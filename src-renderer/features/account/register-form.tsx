import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { limits } from '../../../server/contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { findFieldError } from '../../errors/find-field-error.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

const nobody = { name: '', email: '', password: '', setupCode: '', inviteCode: '' };
type Draft = typeof nobody;

export function RegisterForm({ store }: { readonly store: WebSessionStore }) {
  const { isBusy, error, registration, signUp } = useStore(store);
  const [draft, setDraft] = useState<Draft>(nobody);
  const needsSetupCode = draft.setupCode !== '' || error?.details?.setupCodeRequired === true;
  const needsInvitation = registration === 'invite' || error?.details?.inviteCodeRequired === true;
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
          label="Invitation code"
          autoComplete="off"
          required
          hint="Whoever invited you has it."
          {...bind('inviteCode')}
        />
      )}
      <TextField label="Name" autoComplete="name" required maxLength={100} {...bind('name')} />
      <TextField label="E-mail" type="email" autoComplete="username" required {...bind('email')} />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        minLength={limits.password.min}
        hint={`At least ${limits.password.min} characters`}
        {...bind('password')}
      />
      {needsSetupCode && (
        <TextField
          label="Set-up code"
          autoComplete="off"
          hint="The server printed it when it was started for the first time."
          {...bind('setupCode')}
        />
      )}
      {error !== null && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" size="large" disabled={isBusy}>
        Create account
      </Button>
    </form>
  );
}
