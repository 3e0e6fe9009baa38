import { randomUUID } from 'node:crypto';
import { errorCodes, toErrorBody } from '../../server/contract/errors.ts';
import type { DownloadJob } from '../ipc/contract.ts';
import type { Log } from '../log.ts';

/** Errors after which a retry can succeed once the person has fixed the cause. */
const fixable = ['UNAUTHENTICATED', 'INSUFFICIENT_STORAGE', 'INSUFFICIENT_BALANCE', 'FORBIDDEN'];

/** A failure as the list shows it; the log has its cause. */
export function describeFailure(error: unknown, log: Log): NonNullable<DownloadJob['error']> {
  const { code, message, requestId } = toErrorBody(error, randomUUID());
  log.warn('download.failed', { code, requestId, error });
  return { code, message, canRetry: errorCodes[code].canRetry || fixable.includes(code) };
}
