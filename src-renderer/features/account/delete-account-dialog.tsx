import { type FormEvent, useState } from 'react';
import type { AppError } from '../../../server/contract/errors.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { TextField } from '../../components/text-field.tsx';
import { toAppError } from '../../errors/describe-error.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi } from './account-lists.ts';

type DeleteAccountDialogProps = {
  readonly api: AccountApi;
  readonly email: string;
  readonly balanceUsd: number | null;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
};

/** Says what is lost, and asks for the password. */
export function DeleteAccountDialog(props: DeleteAccountDialogProps) {
  const { api, email, balanceUsd, onDeleted, onClose } = props;
  const [password, setPassword] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setIsBusy(true);
    setError(null);
    try {
      await api.call('deleteAccount', { password });
      onDeleted();
    } catch (thrown) {
      setError(toAppError(thrown));
      setIsBusy(false);
    }
  };
  return (
    <Dialog title={t('account.data.deleteTitle')} onClose={onClose}>
      <form className={styles.form} onSubmit={submit}>
        <p>{t('account.data.deleteHint')}</p>
        {balanceUsd !== null && balanceUsd > 0 && (
          <p>{t('account.data.deleteBalance', { balance: formatUsd(balanceUsd) })}</p>
        )}
        <TextField
          label={t('account.data.deletePassword')}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={findFieldError(error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        {/* Behind the password: a dialog puts the focus into its first field. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        {error !== null && <ErrorNotice error={error} />}
        <FormActions
          action={t('account.data.deleteConfirm')}
          isBusy={isBusy}
          onCancel={onClose}
          variant="danger"
        />
      </form>
    </Dialog>
  );
}
