import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { WebSessionStore } from './web-session-store.ts';

export function SignInForm({ store }: { readonly store: WebSessionStore }) {
  const { isBusy, error } = usePicked(store, 'isBusy', 'error');
  const { signIn } = store.getState();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void signIn({ email, password });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <TextField
        label={t('account.email')}
        type="email"
        name="email"
        autoComplete="username"
        required
        value={email}
        error={findFieldError(error, 'email')}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label={t('account.password')}
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
        {t('common.signIn')}
      </Button>
    </form>
  );
}
