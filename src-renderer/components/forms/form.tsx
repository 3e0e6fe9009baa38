import { type ReactNode, useState } from 'react';
import type { AppError } from '../../../server/contract/errors.ts';
import { findFieldError } from '../../errors/find-field-error.ts';
import { t } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import styles from './dialog.module.css';
import { useAttempt } from './use-attempt.ts';

type Outcome = { readonly isBusy: boolean; readonly error: AppError | null };

/** The values of a form, and the state of its submission; `outcome` is set if a store submits it. */
export function useForm<Values extends Readonly<Record<string, string>>>(initial: Values, outcome?: Outcome) {
  const [values, setValues] = useState(initial);
  const own = useAttempt();
  const { isBusy, error } = outcome ?? own;
  return {
    ...{ values, isBusy, error, attempt: own.attempt },
    clear: () => setValues(initial),
    /** Returns the props of a text field in this form. */
    bind: (name: keyof Values & string) => ({
      name,
      value: values[name],
      error: findFieldError(error, name),
      onChange: ({ target }: { readonly target: { readonly value: string } }) =>
        setValues({ ...values, [name]: target.value }),
    }),
  };
}

type FormProps = {
  readonly form: Pick<ReturnType<typeof useForm>, 'isBusy' | 'error' | 'attempt'>;
  readonly onSend: () => Promise<unknown>;
  /** Label of the submit button. */
  readonly action: string;
  readonly variant?: 'primary' | 'danger' | 'plain';
  readonly onCancel?: () => void;
  readonly className?: string | undefined;
  readonly children: ReactNode;
};

/** Fields, the error of the last submission, and the submit button. */
export function Form({ form, onSend, action, onCancel, className = 'stack gap-4', ...more }: FormProps) {
  const { isBusy, error, attempt } = form;
  const { variant = 'primary', children } = more;
  const isLarge = onCancel === undefined && variant === 'primary';
  const send = (
    <Button type="submit" variant={variant} disabled={isBusy} {...(isLarge && { size: 'large' })}>
      {action}
    </Button>
  );
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(onSend);
      }}
    >
      {children}
      {error !== null && <ErrorNotice error={error} />}
      {onCancel === undefined ? (
        send
      ) : (
        <div className={styles.actions}>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
          {send}
        </div>
      )}
    </form>
  );
}
