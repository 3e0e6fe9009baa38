import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import dialogStyles from '../../components/dialog.module.css';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
import { t } from '../../text/text.ts';
import styles from './account.module.css';
import type { AccountApi } from './account-lists.ts';
import { ApiKeyForm } from './api-key-form.tsx';

type ApiKeyDialogProps = {
  readonly api: AccountApi;
  readonly onMade: () => void;
  readonly onClose: () => void;
};

/** Makes a key and shows it this once: it lives in this dialog alone and goes with it. */
export function ApiKeyDialog({ api, onMade, onClose }: ApiKeyDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const take = (made: string) => {
    setSecret(made);
    onMade();
  };
  const close = () => {
    setSecret(null);
    onClose();
  };
  if (secret === null)
    return (
      <Dialog title={t('access.keys.new')} onClose={close}>
        <ApiKeyForm api={api} onMade={take} onCancel={close} />
      </Dialog>
    );
  return (
    <Dialog key="made" title={t('access.keys.made')} onClose={close}>
      <Notice tone="warn">{t('access.keys.madeHint')}</Notice>
      <p className={styles.secret}>
        <span className="visually-hidden">{t('access.keys.theKeyIs')} </span>
        {secret}
      </p>
      <div className={dialogStyles.actions}>
        <CopyButton text={secret} label={t('access.keys.copy')} />
        <Button variant="primary" onClick={close}>
          {t('common.done')}
        </Button>
      </div>
    </Dialog>
  );
}
