import type { ReactNode } from 'react';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { useAttempt } from './use-attempt.ts';

type ConfirmDialogProps = {
  readonly title: string;
  /** Label of the confirm button. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** Style of the confirm button; default `danger`. */
  readonly variant?: 'danger' | 'primary';
  /** Leaves closing to `onConfirm`. */
  readonly staysOpen?: boolean;
  readonly children: ReactNode;
};

/** Asks before an irreversible action. Closes once it is done, and shows the error if it failed. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, onConfirm, onClose, variant = 'danger', staysOpen = false, children } = props;
  const { isBusy, error, attempt } = useAttempt();
  const confirm = () =>
    attempt(async () => {
      await onConfirm();
      if (!staysOpen) onClose();
    });
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      {error !== null && <ErrorNotice error={error} />}
      <div className={styles.actions}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button variant={variant} disabled={isBusy} onClick={confirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
