import type { ReactNode } from 'react';
import { type AppError, errorCodes } from '../../server/contract/errors.ts';
import { describeError } from '../errors/describe-error.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { useSaid } from './said.tsx';
import { StatePanel } from './state-panel.tsx';

type ErrorPanelProps = {
  readonly error: AppError;
  readonly onRetry?: () => void;
  readonly onBack?: () => void;
  readonly actions?: ReactNode;
  /** True if it is the whole page, so its title is an h1. */
  readonly isPage?: boolean;
};

export function ErrorPanel({ error, onRetry, onBack, actions, isPage = false }: ErrorPanelProps) {
  useSaid();
  const { title, message, hint, copyText } = describeError(error);
  const { canRetry } = errorCodes[error.code];
  return (
    <StatePanel
      icon={error.code === 'UNAVAILABLE' ? 'offline' : 'alert'}
      title={title}
      isAlert
      isPage={isPage}
      actions={
        <>
          {onBack && !canRetry && (
            <Button variant="primary" onClick={onBack}>
              {t('common.back')}
            </Button>
          )}
          {onRetry && (
            <Button variant={canRetry ? 'primary' : 'plain'} icon="retry" onClick={onRetry}>
              {t('common.retry')}
            </Button>
          )}
          {onBack && canRetry && <Button onClick={onBack}>{t('common.back')}</Button>}
          {actions}
          <CopyButton text={copyText} label={t('common.copyDetails')} />
        </>
      }
    >
      <p>{message}</p>
      {hint !== null && <p>{hint}</p>}
    </StatePanel>
  );
}
