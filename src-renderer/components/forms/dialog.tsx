import { type KeyboardEventHandler, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import styles from './dialog.module.css';

type DialogProps = {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** `wide` for pictures and tables, `sheet` along the bottom edge, `top` keeps its top; default: a few fields. */
  readonly shape?: 'wide' | 'sheet' | 'top';
  readonly onKeyDown?: KeyboardEventHandler;
};

/**
 * Modal while mounted. Focuses its first field, or the element marked as first, and selects its text; the browser keeps
 * the focus inside and restores it afterwards.
 */
export function Dialog({ title, onClose, children, shape, onKeyDown }: DialogProps) {
  const titleId = useId();
  const dialogRef = useRef<HTMLDialogElement>(null);
  // Must run before the dialog leaves the page: the focus is restored only if the dialog is closed there.
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
