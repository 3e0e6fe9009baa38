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
  /** Passes pieces to `visit` in order, awaiting each; valid until then. Rejects with its error, or for a drop. */
  readonly visit: (visit: Visit) => Promise<void>;
  readonly destroy: () => void;
};
export type Visit = (piece: Uint8Array) => Promise<unknown> | undefined;

/** The request, and how many milliseconds connecting may take. */
export type Asked = BodyOptions & { readonly connectTimeout: number };

/** Errors of a lost connection, with Node's codes. */
export const late = () => Object.assign(new Error('The host did not answer in time'), { code: 'ETIMEDOUT' });
export const cut = () => Object.assign(new Error('The connection was closed'), { code: 'ECONNRESET' });
