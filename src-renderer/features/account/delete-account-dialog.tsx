import { Dialog } from '../../components/dialog.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { TextField } from '../../components/text-field.tsx';
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
  const form = useForm({ password: '' });
  const send = async () => {
    await api.call('deleteAccount', form.values);
    onDeleted();
  };
  return (
    <Dialog title={t('account.data.deleteTitle')} onClose={onClose}>
      <Form
        {...{ form, className: styles.form, variant: 'danger' }}
        onSend={send}
        action={t('account.data.deleteConfirm')}
        onCancel={onClose}
      >
        <p>{t('account.data.deleteHint')}</p>
        {balanceUsd !== null && balanceUsd > 0 && (
          <p>{t('account.data.deleteBalance', { balance: formatUsd(balanceUsd) })}</p>
        )}
        <TextField
          label={t('account.data.deletePassword')}
          type="password"
          autoComplete="current-password"
          required
          {...form.bind('password')}
        />
        {/* Behind the password: a dialog puts the focus into its first field. */}
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      </Form>
    </Dialog>
  );
}
