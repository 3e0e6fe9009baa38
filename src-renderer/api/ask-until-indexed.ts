import { AppError, wordsOfError } from '../../server/contract/errors.ts';
import type { Words } from '../../server/contract/sentence.ts';

type Options = {
  /** False once every caller has gone. */
  readonly isWanted: () => boolean;
  /** Called with each message of the server about its index. */
  readonly onWait?: (message: Words) => void;
};

/** Returns the seconds until a server that builds its search index should be asked again; null for other failures. */
function secondsToWait(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') return null;
  const { percent, retryAfterSeconds } = error.details ?? {};
  return typeof percent === 'number' && typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null;
}

/** Retries for as long as the server is building its search index. */
export async function askUntilIndexed<T>(ask: () => Promise<T>, { isWanted, onWait }: Options): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const seconds = secondsToWait(error);
      if (seconds === null || !isWanted()) throw error;
      onWait?.(wordsOfError(error));
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      if (!isWanted()) throw error;
    }
  }
}
