import { type FormEvent, useState } from 'react';
import { limits } from '../../../server/contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

type NewPasswordFormProps = {
  readonly api: AdminApi;
  readonly accountId: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

export function NewPasswordForm({ api, accountId, onDone, onCancel }: NewPasswordFormProps) {
  const [newPassword, setNewPassword] = useState('');
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await api.call('adminSetPassword', { accountId, newPassword });
      onDone();
    });
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.quiet}>
        Every sign-in, app and key of the account ends. Tell the person the new password; they can change it.
      </p>
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        minLength={limits.password.min}
        hint={`At least ${limits.password.min} characters`}
        value={newPassword}
        error={findFieldError(error, 'newPassword')}
        onChange={(event) => setNewPassword(event.target.value)}
      />
      {error !== null && <ErrorNotice error={error} />}
      <div className={styles.buttons}>
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          Reset password
        </Button>
      </div>
    </form>
  );
}
