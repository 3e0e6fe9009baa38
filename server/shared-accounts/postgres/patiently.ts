import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../contract/errors.ts';

const tries = 60;

export const isUnavailable = (error: unknown) => error instanceof AppError && error.code === 'UNAVAILABLE';

/** Runs a startup query, and retries for at least half a minute while PostgreSQL does not answer. */
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
