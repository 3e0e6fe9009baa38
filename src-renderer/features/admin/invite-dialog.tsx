import { useState } from 'react';
import { limits } from '../../../server/contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import dialogStyles from '../../components/forms/dialog.module.css';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Form, useForm } from '../../components/forms/form.tsx';
import { TextField } from '../../components/forms/text-field.tsx';
import { Notice } from '../../components/notice.tsx';
import { toInvitationPath } from '../../lib/invitation-link.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import styles from './admin.module.css';
import type { AdminApi } from './admin-api.ts';

type InviteDialogProps = {
  readonly api: AdminApi;
  readonly onMade: () => void;
  readonly onClose: () => void;
};

/** Creates an invitation and shows its code once. */
export function InviteDialog({ api, onMade, onClose }: InviteDialogProps) {
  const form = useForm({ note: '', days: String(limits.invitation.defaultDays) });
  const [code, setCode] = useState<string | null>(null);
  const send = async () => {
    const { note, days } = form.values;
    const { inviteCode } = await api.call('adminInvite', { note, days: Number(days) });
    setCode(inviteCode);
    onMade();
  };
  if (code !== null)
    return (
      <Dialog key="made" title={t('admin.invitations.made')} onClose={onClose}>
        <Notice tone="warn">{t('admin.invitations.madeHint')}</Notice>
        <p className={`secret mono breakable text-centre ${styles.code}`}>{code}</p>
        <div className={dialogStyles.actions}>
          <CopyButton
            text={new URL(`${sitePath}${toInvitationPath(code)}`, window.location.origin).href}
            label={t('admin.invitations.copyLink')}
          />
          <CopyButton text={code} label={t('admin.invitations.copy')} />
          <Button variant="primary" onClick={onClose}>
            {t('common.done')}
          </Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('admin.invitations.new')} onClose={onClose}>
      <Form form={form} onSend={send} action={t('admin.invitations.create')} onCancel={onClose}>
        <TextField
          label={t('admin.invitations.note')}
          autoComplete="off"
          maxLength={200}
          {...form.bind('note')}
        />
        <TextField
          label={t('admin.invitations.days')}
          type="number"
          min={1}
          max={limits.invitation.maxDays}
          required
          {...form.bind('days')}
        />
      </Form>
    </Dialog>
  );
}
