import type { AdminAccount } from '../../../server/contract/admin-accounts.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';
import { CreditForm } from './credit-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

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

/** What an admin does to one account, asked once more before it is done. */
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
