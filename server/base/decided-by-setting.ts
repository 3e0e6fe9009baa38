import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

/** Refuses what an admin would choose where a setting of the server says it. */
export const decidedBySetting = (name: string) =>
  new AppError(
    'INVALID_INPUT',
    sentence`${{ setting: name }} decides this. Remove that setting and restart the server to choose it here.`,
  );
