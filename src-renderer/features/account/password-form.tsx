import { useId, useState } from 'react';
import { Form, useForm } from '../../components/forms/form.tsx';
import { NewPasswordField } from '../../components/forms/new-password-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi } from './account-lists.ts';

type PasswordFormProps = {
  readonly api: AccountApi;
  readonly email: string;
  readonly onChanged: () => void;
};

export function PasswordForm({ api, email, onChanged }: PasswordFormProps) {
  const titleId = useId();
  const form = useForm({ oldPassword: '', newPassword: '' });
  const [revoked, setRevoked] = useState<number | null>(null);
  const send = async () => {
    setRevoked(null);
    const answer = await api.call('changePassword', form.values);
    form.clear();
    setRevoked(answer.revoked);
    onChanged();
  };
  return (
    <section className="stack gap-3" aria-labelledby={titleId}>
      <h2 id={titleId}>{t('account.password')}</h2>
      <p className="quiet">{t('account.passwords.hint')}</p>
      <Form
        {...{ form, className: `${styles.form} ${styles.narrow}`, variant: 'plain' }}
        onSend={send}
        action={t('account.passwords.change')}
      >
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <TextField
          label={t('account.passwords.current')}
          type="password"
          autoComplete="current-password"
          required
          {...form.bind('oldPassword')}
        />
        <NewPasswordField label={t('account.passwords.new')} {...form.bind('newPassword')} />
        {revoked !== null && (
          <Notice tone="good">{t('account.passwords.changed', { count: revoked })}</Notice>
        )}
      </Form>
    </section>
  );
}
