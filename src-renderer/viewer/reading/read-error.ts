import type { ErrorBody } from '../../../server/contract/errors.ts';

/** Why a model is not shown; the page has a text for each. */
export type FaultKind =
  | 'damaged'
  | 'empty'
  | 'gone'
  | 'noCode'
  | 'noFile'
  | 'stalled'
  | 'tooLarge'
  | 'tooSlow'
  | 'wrongAnswer';

/** The form of an error sent from the worker: a kind of fault, or the server's error. */
export type ReadFault = { readonly kind: FaultKind; readonly status?: number } | { readonly told: ErrorBody };

export class ReadError extends Error {
  override readonly name = 'ReadError';
  readonly fault: ReadFault;

  constructor(fault: ReadFault | FaultKind, cause?: unknown) {
    const known = typeof fault === 'string' ? { kind: fault } : fault;
    super('told' in known ? known.told.message : known.kind, { cause });
    this.fault = known;
  }
}

/** Converts anything thrown while reading; an unknown error means that the file is damaged. */
export const toFault = (error: unknown): ReadFault =>
  error instanceof ReadError ? error.fault : { kind: 'damaged' };
