import { type ReactNode, useState } from 'react';
import type { AppError } from '../../server/contract/errors.ts';
import { toAppError } from '../errors/describe-error.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';

type ConfirmDialogProps = {
  readonly title: string;
  /** The button that does it. */
  readonly action: string;
  readonly onConfirm: () => Promise<unknown>;
  readonly onClose: () => void;
  /** How grave the button looks; `danger` unless given. */
  readonly variant?: 'danger' | 'primary';
  /** What comes after it was done is up to `onConfirm`. */
  readonly staysOpen?: boolean;
  readonly children: ReactNode;
};

/** Asks before what cannot be taken back; closes once it is done, and says why where it could not be. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, onConfirm, onClose, variant = 'danger', staysOpen = false, children } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const confirm = async () => {
    setIsBusy(true);
    try {
      await onConfirm();
      if (!staysOpen) onClose();
    } catch (thrown) {
      setIsBusy(false);
      setError(toAppError(thrown));
    }
  };
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
