import type { ReactNode } from 'react';
import type { AppError, ErrorCode } from '../../server/contract/errors.ts';
import { describeError } from '../errors/describe-error.ts';
import { t } from '../text/text.ts';
import { Button } from './button.tsx';
import { CopyButton } from './copy-button.tsx';
import { Icon } from './icon.tsx';
import { useSaid } from './said.tsx';

type ErrorNoticeProps = {
  readonly error: AppError;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
};

/** Errors of the user's own action or rights, which are not announced. */
const ofPeople: ReadonlySet<string> = new Set<ErrorCode>([
  'INVALID_INPUT',
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'EMAIL_TAKEN',
  'INSUFFICIENT_BALANCE',
]);

/** An error in one line next to its subject, with details to copy for support. */
export function ErrorNotice({ error, onRetry, children }: ErrorNoticeProps) {
  useSaid();
  const { sentences, hint, copyText } = describeError(error);
  return (
    <div className="notice" data-tone="bad" role="alert">
      <Icon name="alert" />
      <span>
        {sentences} {hint}
      </span>
      {onRetry && (
        <Button icon="retry" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
      {children}
      {!ofPeople.has(error.code) && <CopyButton text={copyText} label={t('common.copyDetails')} />}
    </div>
  );
}
