import type { ReactNode } from 'react';
import { type AppError, errorCodes } from '../../server/contract/errors.ts';
import { describeError } from '../errors/describe-error.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { StatePanel } from './state-panel.tsx';

type ErrorPanelProps = {
  readonly error: AppError;
  readonly onRetry?: () => void;
  readonly onBack?: () => void;
  readonly actions?: ReactNode;
};

export function ErrorPanel({ error, onRetry, onBack, actions }: ErrorPanelProps) {
  const { title, message, hint, copyText } = describeError(error);
  const { canRetry } = errorCodes[error.code];
  return (
    <StatePanel
      icon={error.code === 'UNAVAILABLE' ? 'offline' : 'alert'}
      title={title}
      isAlert
      actions={
        <>
          {onBack && !canRetry && (
            <Button variant="primary" onClick={onBack}>
              Back
            </Button>
          )}
          {onRetry && (
            <Button variant={canRetry ? 'primary' : 'plain'} icon="retry" onClick={onRetry}>
              Retry
            </Button>
          )}
          {onBack && canRetry && <Button onClick={onBack}>Back</Button>}
          {actions}
          <CopyButton text={copyText} label="Copy details" />
        </>
      }
    >
      <p>{message}</p>
      {hint !== null && <p>{hint}</p>}
    </StatePanel>
  );
}
