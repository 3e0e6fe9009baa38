import type { AdminAccount } from '../../../server/contract/admin/admin-accounts.ts';
import { AppError } from '../../../server/contract/errors.ts';
import { ConfirmDialog } from '../../components/forms/confirm-dialog.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Form, useForm } from '../../components/forms/form.tsx';
import { NewPasswordField } from '../../components/forms/new-password-field.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { formatUsd } from '../../lib/format-price.ts';
import { readUsd } from '../../lib/read-usd.ts';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';

export type AccountTask = 'grant' | 'take' | 'password' | AdminAccount['role'] | 'disable' | 'enable';

type AccountDialogProps = {
  readonly api: AdminApi;
  readonly account: AdminAccount;
  readonly task: AccountTask;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

type Asked = Pick<AccountDialogProps, 'api'> & { readonly name: string; readonly accountId: string };

function describe(task: AdminAccount['role'] | 'disable' | 'enable', { name, accountId, api }: Asked) {
  if (task === 'disable' || task === 'enable') {
    const texts = {
      disable: { title: t('admin.account.disableTitle', { name }), text: t('admin.account.disableHint') },
      enable: { title: t('admin.account.enableTitle', { name }), text: t('admin.account.enableHint') },
    }[task];
    const route = task === 'disable' ? 'adminDisable' : 'adminEnable';
    return { ...texts, action: t(`admin.account.${task}`), work: () => api.call(route, { accountId }) };
  }
  return {
    title: t(`admin.account.make.${task}.title`, { name }),
    text: t(`admin.account.make.${task}.hint`),
    action: t('admin.account.changeRole'),
    work: () => api.call('adminSetRole', { accountId, role: task }),
  };
}

export function AccountDialog({ api, account, task, onDone, onClose }: AccountDialogProps) {
  const { name, id: accountId } = account;
  const finish = () => {
    onDone();
    onClose();
  };
  if (task === 'grant' || task === 'take')
    return (
      <Dialog
        title={
          task === 'grant' ? t('admin.account.grantTitle', { name }) : t('admin.account.takeTitle', { name })
        }
        onClose={onClose}
      >
        <CreditForm api={api} account={account} task={task} onDone={finish} onCancel={onClose} />
      </Dialog>
    );
  if (task === 'password')
    return (
      <Dialog title={t('admin.account.resetPasswordTitle', { name })} onClose={onClose}>
        <NewPasswordForm api={api} accountId={accountId} onDone={finish} onCancel={onClose} />
      </Dialog>
    );
  const { title, text, action, work } = describe(task, { name, accountId, api });
  const confirm = async () => {
    await work();
    onDone();
  };
  return (
    <ConfirmDialog title={title} action={action} onConfirm={confirm} onClose={onClose}>
      <p>{text}</p>
    </ConfirmDialog>
  );
}

type NewPasswordFormProps = {
  readonly api: AdminApi;
  readonly accountId: string;
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

function NewPasswordForm({ api, accountId, onDone, onCancel }: NewPasswordFormProps) {
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

type CreditFormProps = {
  readonly api: AdminApi;
  readonly account: AdminAccount;
  readonly task: 'grant' | 'take';
  readonly onDone: () => void;
  readonly onCancel: () => void;
};

function CreditForm({ api, account, task, onDone, onCancel }: CreditFormProps) {
  const form = useForm({ amountUsd: '', reason: '' });
  const send = async () => {
    const { amountUsd, reason } = form.values;
    const input = { accountId: account.id, amountUsd: requireUsd(amountUsd), reason };
    await (task === 'grant' ? api.call('adminGrant', input) : api.call('adminTake', input));
    onDone();
  };
  const action = task === 'grant' ? t('admin.account.grant') : t('admin.account.take');
  return (
    <Form form={form} onSend={send} action={action} onCancel={onCancel}>
      <p className="quiet">{t('admin.account.balance', { balance: formatUsd(account.balanceUsd) })}</p>
      <TextField
        label={t('admin.account.amount')}
        inputMode="decimal"
        autoComplete="off"
        required
        {...form.bind('amountUsd')}
      />
      <TextField
        label={t('admin.account.reason')}
        autoComplete="off"
        required
        maxLength={500}
        hint={t('admin.account.reasonHint')}
        {...form.bind('reason')}
      />
    </Form>
  );
}

function requireUsd(text: string): number {
  const usd = readUsd(text);
  if (usd !== null && usd > 0) return usd;
  throw new AppError('INVALID_INPUT', t('failures.amount'), {
    details: { fields: { amountUsd: t('failures.amountHint') } },
  });
}
