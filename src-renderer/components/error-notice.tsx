import type { ReactNode } from 'react';
import type { AppError } from '../../server/contract/errors.ts';
import { describeError } from '../errors/describe-error.ts';
import { Icon } from './icon.tsx';

type ErrorNoticeProps = { readonly error: AppError; readonly children?: ReactNode };

/** An error in one line, beside what it is about. */
export function ErrorNotice({ error, children }: ErrorNoticeProps) {
  const { message, hint } = describeError(error);
  return (
    <div className="notice" data-tone="bad" role="alert">
      <Icon name="alert" />
      <span>
        {message} {hint}
      </span>
      {children}
    </div>
  );
}
