import { type FormEvent, useState } from 'react';
import { limits } from '../../../server/contract/limits.ts';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import dialogStyles from '../../components/dialog.module.css';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FormActions } from '../../components/form-actions.tsx';
import { Notice } from '../../components/notice.tsx';
import { TextField } from '../../components/text-field.tsx';
import { useAttempt } from '../../components/use-attempt.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
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

/** Makes an invitation and shows its code this once. */
export function InviteDialog({ api, onMade, onClose }: InviteDialogProps) {
  const [note, setNote] = useState('');
  const [days, setDays] = useState(String(limits.invitation.defaultDays));
  const [code, setCode] = useState<string | null>(null);
  const { isBusy, error, attempt } = useAttempt();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      const { inviteCode } = await api.call('adminInvite', { note, days: Number(days) });
      setCode(inviteCode);
      onMade();
    });
  };
  if (code !== null)
    return (
      <Dialog key="made" title={t('admin.invitations.made')} onClose={onClose}>
        <Notice tone="warn">{t('admin.invitations.madeHint')}</Notice>
        <p className={`mono breakable text-centre ${styles.code}`}>{code}</p>
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
      <form className="stack gap-4" onSubmit={submit}>
        <TextField
          label={t('admin.invitations.note')}
          autoComplete="off"
          maxLength={200}
          value={note}
          error={findFieldError(error, 'note')}
          onChange={(event) => setNote(event.target.value)}
        />
        <TextField
          label={t('admin.invitations.days')}
          type="number"
          min={1}
          max={limits.invitation.maxDays}
          required
          value={days}
          error={findFieldError(error, 'days')}
          onChange={(event) => setDays(event.target.value)}
        />
        {error !== null && <ErrorNotice error={error} />}
        <FormActions action={t('admin.invitations.create')} isBusy={isBusy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
