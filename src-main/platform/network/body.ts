import type { IncomingHttpHeaders } from 'node:http';

export type BodyOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the connection counts as dropped. */
  readonly stallTimeout: number;
  /** Set if the body is so large that a separate connection costs less than the streams of Node's client. */
  readonly isLarge?: boolean;
};

export type Body = {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /**
   * Passes each piece to `visit`, in order, and waits for the promise it returns. A piece is valid until `visit`
   * returns. Rejects with the error from `visit`, or when the connection is dropped.
   */
  readonly visit: (visit: Visit) => Promise<void>;
  readonly destroy: () => void;
};
export type Visit = (piece: Uint8Array) => Promise<unknown> | undefined;

/** The request, and how many milliseconds connecting may take. */
export type Asked = BodyOptions & { readonly connectTimeout: number };

/** Errors of a lost connection, with Node's codes. */
export const late = () => Object.assign(new Error('The host did not answer in time'), { code: 'ETIMEDOUT' });
export const cut = () => Object.assign(new Error('The connection was closed'), { code: 'ECONNRESET' });
