import type { AdminAccount } from '../../../server/contract/admin-accounts.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
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
        title={task === 'grant' ? `Grant credit to ${name}` : `Take credit from ${name}`}
        onClose={onClose}
      >
        <CreditForm api={api} account={account} task={task} onDone={finish} onCancel={onClose} />
      </Dialog>
    );
  if (task === 'password')
    return (
      <Dialog title={`Reset the password of ${name}`} onClose={onClose}>
        <NewPasswordForm api={api} accountId={accountId} onDone={finish} onCancel={onClose} />
      </Dialog>
    );
  const nextRole = role === 'admin' ? 'member' : 'admin';
  const texts = {
    role: {
      title: `Make ${name} ${nextRole === 'admin' ? 'an admin' : 'a member'}?`,
      action: 'Change the role',
      text:
        nextRole === 'admin'
          ? 'Admins see every account, move credit and change everything on these pages.'
          : 'Members use their own account only.',
    },
    disable: {
      title: `Disable ${name}?`,
      action: 'Disable',
      text: 'Every sign-in, app and key of this account ends at once. Balance and unlocks stay.',
    },
    enable: { title: `Enable ${name}?`, action: 'Enable', text: 'The account may sign in again.' },
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
    <ConfirmDialog title={texts.title} action={texts.action} onConfirm={confirm} onClose={onClose}>
      <p>{texts.text}</p>
    </ConfirmDialog>
  );
}
