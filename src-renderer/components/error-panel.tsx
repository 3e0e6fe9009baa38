import type { ReactNode } from 'react';
import type { AppError } from '../../server/contract/errors.ts';
import { describeError } from '../errors/describe-error.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { StatePanel } from './state-panel.tsx';

type ErrorPanelProps = {
  readonly error: AppError;
  readonly onRetry?: () => void;
  readonly actions?: ReactNode;
};

export function ErrorPanel({ error, onRetry, actions }: ErrorPanelProps) {
  const { title, message, hint, copyText } = describeError(error);
  return (
    <StatePanel
      icon={error.code === 'UNAVAILABLE' ? 'offline' : 'alert'}
      title={title}
      isAlert
      actions={
        <>
          {onRetry && (
            <Button variant="primary" icon="retry" onClick={onRetry}>
              Retry
            </Button>
          )}
          {actions}
          <CopyButton text={copyText} label="Copy details" />
        </>
      }
    >
      <p>{message}</p>
      <p>{hint}</p>
    </StatePanel>
  );
}
