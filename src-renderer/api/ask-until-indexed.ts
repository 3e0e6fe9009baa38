import { AppError, wordsOfError } from '../../server/contract/errors.ts';
import type { Words } from '../../server/contract/sentence.ts';

type Options = {
  /** Whether anybody still waits for the answer. */
  readonly isWanted: () => boolean;
  /** Told what the server says of its index, each time it says so. */
  readonly onWait?: (message: Words) => void;
};

/** Seconds after which a server that is building its search index wants to be asked again; null for any other failure. */
function secondsToWait(error: unknown): number | null {
  if (!(error instanceof AppError) || error.code !== 'UNAVAILABLE') return null;
  const { percent, retryAfterSeconds } = error.details ?? {};
  return typeof percent === 'number' && typeof retryAfterSeconds === 'number' ? retryAfterSeconds : null;
}

/** Asks again for as long as the server is building its search index. */
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
