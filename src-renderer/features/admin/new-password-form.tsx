import { type FormEvent, useState } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { t } from '../../text/text.ts';
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
    <form className="stack gap-4" onSubmit={submit}>
      <p className="quiet">{t('admin.account.resetPasswordHint')}</p>
      <NewPasswordField
        label={t('admin.account.newPassword')}
        value={newPassword}
        error={findFieldError(error, 'newPassword')}
        onChange={(event) => setNewPassword(event.target.value)}
      />
      {error !== null && <ErrorNotice error={error} />}
      <FormActions action={t('admin.account.resetPassword')} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
