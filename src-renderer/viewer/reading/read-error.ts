import type { ErrorBody } from '../../../server/contract/errors.ts';

/** Why a model is not shown; the page has a text for each. */
export type FaultReason =
  | 'damaged'
  | 'empty'
  | 'gone'
  | 'noCode'
  | 'noFile'
  | 'stalled'
  | 'tooLarge'
  | 'tooSlow'
  | 'wrongAnswer';

/** What crosses from the worker instead of an exception: a reason, or what the server said. */
export type ReadFault =
  | { readonly reason: FaultReason; readonly status?: number }
  | { readonly told: ErrorBody };

export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly fault: ReadFault;

  constructor(fault: ReadFault | FaultReason, cause?: unknown) {
    const known = typeof fault === 'string' ? { reason: fault } : fault;
    super('told' in known ? known.told.message : known.reason, { cause });
    this.fault = known;
  }
}

/** Anything thrown while a file was read; what is no fault of ours is damage of the file. */
export const toFault = (error: unknown): ReadFault =>
  error instanceof ReadError ? error.fault : { reason: 'damaged' };
