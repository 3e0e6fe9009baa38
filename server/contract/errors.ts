import { isSentence, type Sentence, textOf, type Words } from './sentence.ts';

/** All failures. `status` is the HTTP status; `canRetry`: the same request may succeed later without a change. */
export const errorCodes = {
  INVALID_INPUT: { status: 400, canRetry: false },
  UNAUTHENTICATED: { status: 401, canRetry: false },
  INSUFFICIENT_BALANCE: { status: 402, canRetry: false },
  API_KEY_REQUIRED: { status: 402, canRetry: false },
  FORBIDDEN: { status: 403, canRetry: false },
  INSUFFICIENT_SCOPE: { status: 403, canRetry: false },
  MODEL_NOT_FOUND: { status: 404, canRetry: false },
  FILE_NOT_FOUND: { status: 404, canRetry: false },
  NOT_FOUND: { status: 404, canRetry: false },
  EMAIL_TAKEN: { status: 409, canRetry: false },
  AMBIGUOUS_FILE: { status: 409, canRetry: false },
  PRICE_CHANGED: { status: 409, canRetry: false },
  VERSION_CHANGED: { status: 409, canRetry: false },
  FILE_EDITED: { status: 409, canRetry: false },
  OFFSET_CHANGED: { status: 409, canRetry: true },
  SESSION_EXPIRED: { status: 410, canRetry: false },
  TOO_LARGE: { status: 413, canRetry: false },
  UNSUPPORTED_MEDIA: { status: 415, canRetry: false },
  CORRUPT_FILE: { status: 422, canRetry: true },
  RATE_LIMITED: { status: 429, canRetry: true },
  CHECKSUM_MISMATCH: { status: 460, canRetry: true },
  INTERNAL: { status: 500, canRetry: true },
  FILE_HOST_UNAVAILABLE: { status: 502, canRetry: true },
  UNAVAILABLE: { status: 503, canRetry: true },
  INSUFFICIENT_STORAGE: { status: 507, canRetry: false },
} as const;

export type ErrorCode = keyof typeof errorCodes;

export type ErrorBody = {
  readonly ok: false;
  readonly code: ErrorCode;
  readonly message: string;
  /** The message for translation, if it has values. */
  readonly sentence?: Sentence;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId: string;
};

/** A result between processes, where exceptions cannot pass. */
export type Outcome<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ErrorBody };

/** A failure with a message that a person can act on. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly sentence: Sentence | undefined;
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** The id under which the log of the failed process has the cause. */
  readonly requestId: string | undefined;

  constructor(
    code: ErrorCode,
    message: Words,
    options: { details?: Readonly<Record<string, unknown>>; cause?: unknown; requestId?: string } = {},
  ) {
    super(textOf(message), options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.sentence = typeof message === 'string' ? undefined : message;
    this.details = options.details;
    this.requestId = options.requestId;
  }
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(errorCodes, value);
}

/** The message for our own faults; only the log has the cause. */
export const internalMessage =
  'Unexpected error. Try again; if it keeps happening, report the request ID to the admin of this server.';

/** Converts any thrown value to an error body. An unknown error becomes INTERNAL, without its cause. */
export function toErrorBody(error: unknown, requestId: string): ErrorBody {
  if (!(error instanceof AppError))
    return { ok: false, code: 'INTERNAL', message: internalMessage, requestId };
  return {
    ok: false,
    code: error.code,
    message: error.message,
    ...(error.sentence && { sentence: error.sentence }),
    ...(error.details && { details: error.details }),
    requestId: error.requestId ?? requestId,
  };
}

export type Told = { readonly message: string; readonly sentence?: Sentence | undefined };

/** Returns a failure's message, with its values if it has any. */
export const wordsOf = ({ message, sentence }: Told): Words => sentence ?? message;

export const wordsOfError = (error: unknown): Words => {
  if (error instanceof AppError) return wordsOf(error);
  return error instanceof Error ? error.message : String(error);
};

/** Returns the fields of a failure that lists show. */
export const toFailure = ({ code, message, sentence }: AppError | ErrorBody) => ({
  ...{ code, message },
  ...(sentence && { sentence }),
});

/** Parses an error body from the network; null if it is not one. */
export function fromErrorBody(body: unknown): AppError | null {
  if (typeof body !== 'object' || body === null) return null;
  const { code, message, sentence, details, requestId } = body as Partial<ErrorBody>;
  if (!isErrorCode(code) || typeof message !== 'string') return null;
  return new AppError(code, isSentence(sentence) ? sentence : message, {
    ...(typeof details === 'object' && details !== null && { details }),
    ...(typeof requestId === 'string' && { requestId }),
  });
}

const longestWait = 10;

/**
 * Returns the seconds after which a busy server should be asked again; null for any other failure. A busy server has
 * not started the request, so repeating it is safe. A server that is building its search index reports its progress and
 * does not count.
 */
function secondsBusy(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') return null;
  const { percent, retryAfterSeconds } = error.details ?? {};
  if (percent !== undefined || typeof retryAfterSeconds !== 'number') return null;
  return retryAfterSeconds > 0 && retryAfterSeconds <= longestWait ? retryAfterSeconds : null;
}

const busyRepeats = 3;
type Wait = (milliseconds: number) => Promise<void>;

/** Repeats a request up to three times while the server is busy. Throws the last failure. */
export async function askWhileBusy<T>(ask: () => Promise<T>, wait: Wait): Promise<T> {
  for (let repeats = 0; ; repeats += 1) {
    try {
      return await ask();
    } catch (error) {
      const seconds = secondsBusy(error);
      if (seconds === null || repeats === busyRepeats) throw error;
      // Waits up to twice as long at random, so that clients rejected together do not return together.
      await wait(seconds * 1000 * (1 + Math.random()));
    }
  }
}
