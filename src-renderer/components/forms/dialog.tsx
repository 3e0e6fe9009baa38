import { type KeyboardEventHandler, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import styles from './dialog.module.css';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `wide` for pictures and tables, `sheet` along the whole lower edge, `top` stays as it grows; without it, for a few fields. */
  readonly shape?: 'wide' | 'sheet' | 'top';
  readonly onKeyDown?: KeyboardEventHandler;
};

/** Modal as long as it is mounted, with the focus in its first field, or on what is marked as the first, whose text is selected; the platform keeps it inside and gives it back. */
export function Dialog({ title, onClose, children, shape, onKeyDown }: DialogProps) {
  const titleId = useId();
  const dialogRef = useRef<HTMLDialogElement>(null);
  // Before the dialog leaves the page: only one that is closed there gives the focus back.
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    dialog?.showModal();
    const marked = dialog?.querySelector<HTMLElement>('[data-first]');
    marked?.focus({ preventScroll: true });
    if (marked instanceof HTMLInputElement) marked.select();
    if (!marked) dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={dialogRef}
      className={styles.dialog}
      data-shape={shape}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header className={`row middle between ${styles.header}`}>
        <h2 id={titleId}>{title}</h2>
        <Button variant="quiet" icon="close" aria-label={t('common.close')} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}
