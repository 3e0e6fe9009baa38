import type { IncomingHttpHeaders } from 'node:http';

export type BodyOptions = {
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  /** Milliseconds without a byte after which the connection counts as dropped. */
  readonly stallTimeout: number;
  /** So much is expected that its own connection costs less than the streams of Node's client. */
  readonly isLarge?: boolean;
};

/** The head of an answer, and its body to come. */
export type Body = {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  /**
   * Gives each piece to `visit`, in order, and no further one while what it returned is pending. A piece is valid until
   * `visit` returns. Rejects with what it threw or rejected with, or when the connection was cut.
   */
  readonly visit: (visit: Visit) => Promise<void>;
  readonly destroy: () => void;
};
export type Visit = (piece: Uint8Array) => Promise<unknown> | undefined;

/** The request, and how many milliseconds the connection may take. */
export type Asked = BodyOptions & { readonly connectTimeout: number };

/** Why a connection ended, as Node would name it. */
export const late = () => Object.assign(new Error('The host did not answer in time'), { code: 'ETIMEDOUT' });
export const cut = () => Object.assign(new Error('The connection was closed'), { code: 'ECONNRESET' });
