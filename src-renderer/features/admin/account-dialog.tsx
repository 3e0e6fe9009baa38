import type { AdminAccount } from '../../../server/contract/admin-accounts.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { t } from '../../text/text.ts';
import type { AdminApi } from './admin-api.ts';
import { CreditForm } from './credit-form.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

export type AccountTask = 'grant' | 'take' | 'password' | 'role' | 'disable' | 'enable';

type AccountDialogProps = {
  readonly api: AdminApi;
  readonly account: AdminAccount;
  readonly task: AccountTask;
  readonly onDone: () => void;
  readonly onClose: () => void;
};

/** What an admin does to one account, asked once more before it is done. */
export function AccountDialog({ api, account, task, onDone, onClose }: AccountDialogProps) {
  const { name, role, id: accountId } = account;
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
  const nextRole = role === 'admin' ? 'member' : 'admin';
  const texts = {
    role:
      nextRole === 'admin'
        ? { title: t('admin.account.makeAdminTitle', { name }), text: t('admin.account.makeAdminHint') }
        : { title: t('admin.account.makeMemberTitle', { name }), text: t('admin.account.makeMemberHint') },
    disable: { title: t('admin.account.disableTitle', { name }), text: t('admin.account.disableHint') },
    enable: { title: t('admin.account.enableTitle', { name }), text: t('admin.account.enableHint') },
  }[task];
  const action = {
    role: t('admin.account.changeRole'),
    disable: t('admin.account.disable'),
    enable: t('admin.account.enable'),
  }[task];
  const work = {
    role: () => api.call('adminSetRole', { accountId, role: nextRole }),
    disable: () => api.call('adminDisable', { accountId }),
    enable: () => api.call('adminEnable', { accountId }),
  }[task];
  const confirm = async () => {
    await work();
    onDone();
  };
  return (
    <ConfirmDialog title={texts.title} action={action} onConfirm={confirm} onClose={onClose}>
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
