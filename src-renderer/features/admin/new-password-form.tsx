import { Form, useForm } from '../../components/form.tsx';
import { NewPasswordField } from '../../components/new-password-field.tsx';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

type NewPasswordFormProps = {
  readonly api: AdminApi;
  readonly accountId: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

export function NewPasswordForm({ api, accountId, onDone, onCancel }: NewPasswordFormProps) {
  const form = useForm({ newPassword: '' });
  const send = async () => {
    await api.call('adminSetPassword', { accountId, ...form.values });
    onDone();
  };
  return (
    <Form form={form} onSend={send} action={t('admin.account.resetPassword')} onCancel={onCancel}>
      <p className="quiet">{t('admin.account.resetPasswordHint')}</p>
      <NewPasswordField label={t('admin.account.newPassword')} {...form.bind('newPassword')} />
    </Form>
  );
}
