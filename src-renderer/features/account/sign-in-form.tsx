import { type FormEvent, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { findFieldError } from '../../errors/find-field-error.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

export function SignInForm({ store }: { readonly store: WebSessionStore }) {
  const { isBusy, error, signIn } = useStore(store);
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void signIn({ email, password });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label="E-mail"
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        error={findFieldError(error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        value={password}
        error={findFieldError(error, 'password')}
        onChange={(event) => setPassword(event.target.value)}
      />
      {error !== null && <ErrorNotice error={error} />}
      <Button type="submit" variant="primary" size="large" disabled={isBusy}>
        Sign in
      </Button>
    </form>
  );
}
