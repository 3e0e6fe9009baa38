import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Notice } from '../../components/notice.tsx';
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
      <Dialog title="New API key" onClose={close}>
        <ApiKeyForm api={api} onMade={take} onCancel={close} />
      </Dialog>
    );
  return (
    <Dialog key="made" title="Your new API key" onClose={close}>
      <Notice tone="warn">Copy it now: it is not shown again. Whoever has it can spend your balance.</Notice>
      <p className={styles.secret}>
        <span className="visually-hidden">The key is </span>
        {secret}
      </p>
      <div className={styles.dialogActions}>
        <CopyButton text={secret} label="Copy key" />
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
