import { type FormEvent, useId, useState } from 'react';
import type { AppError } from '../../../server/contract/errors.ts';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toAppError } from '../../errors/describe-error.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi } from './account-lists.ts';

type PasswordFormProps = {
  readonly api: AccountApi;
  readonly email: string;
  readonly onChanged: () => void;
};
type Outcome = { readonly error: AppError } | { readonly revoked: number };

export function PasswordForm({ api, email, onChanged }: PasswordFormProps) {
  const titleId = useId();
  const [oldPassword, setOldPassword] = useState('');
  const [newPassword, setNewPassword] = useState('');
  const [outcome, setOutcome] = useState<Outcome | 'busy' | null>(null);
  const error = outcome !== null && outcome !== 'busy' && 'error' in outcome ? outcome.error : null;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setOutcome('busy');
    try {
      const { revoked } = await api.call('changePassword', { oldPassword, newPassword });
      setOldPassword('');
      setNewPassword('');
      setOutcome({ revoked });
      onChanged();
    } catch (thrown) {
      setOutcome({ error: toAppError(thrown) });
    }
  };
  return (
    <section className={styles.password} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('account.password')}</h2>
      <p className="quiet">{t('account.passwords.hint')}</p>
      <form className={styles.form} onSubmit={submit}>
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label={t('account.passwords.current')}
          type="password"
          autoComplete="current-password"
          required
          value={oldPassword}
          error={findFieldError(error, 'oldPassword')}
          onChange={(event) => setOldPassword(event.target.value)}
        />
        <NewPasswordField
          label={t('account.passwords.new')}
          value={newPassword}
          error={findFieldError(error, 'newPassword')}
          onChange={(event) => setNewPassword(event.target.value)}
        />
        {error !== null && <ErrorNotice error={error} />}
        {outcome !== null && outcome !== 'busy' && 'revoked' in outcome && (
          <Notice tone="good">{t('account.passwords.changed', { count: outcome.revoked })}</Notice>
        )}
        <Button type="submit" disabled={outcome === 'busy'}>
          {t('account.passwords.change')}
        </Button>
      </form>
    </section>
  );
}
