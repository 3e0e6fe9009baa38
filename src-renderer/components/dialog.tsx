import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** Modal as long as it is mounted; the platform keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const titleId = useId();
  const dialogRef = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={dialogRef}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" icon="close" aria-label="Close" onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
