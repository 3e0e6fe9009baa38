import { useState } from 'react';
import type { AppError } from '../../../server/contract/errors.ts';
import { toAppError } from '../../errors/describe-error.ts';

type Attempt = {
  readonly isBusy: boolean;
  readonly error: AppError | null;
  /** Runs one task at a time and stores its error. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<void>;
};

export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const attempt = async (work: () => Promise<unknown>) => {
    if (isBusy) return;
    setIsBusy(true);
    setError(null);
    try {
      await work();
    } catch (thrown) {
      setError(toAppError(thrown));
    }
    setIsBusy(false);
  };
  return { isBusy, error, attempt };
}
