import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../contract/errors.ts';

/** Times that a server asks at its start before it gives up. */
const tries = 60;

export const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE';

/** Asks PostgreSQL at the start: while it does not answer, asks again for at least half a minute. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let left = tries; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error) || left <= 1) throw error;
      await delay(500);
    }
  }
}
