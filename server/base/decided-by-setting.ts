import { AppError } from '../contract/errors.ts';
import { sentence } from '../contract/sentence.ts';

/** The error for an admin's change of something that a server setting already decides. */
export const decidedBySetting = (name: string) =>
  new AppError(
    'INVALID_INPUT',
    sentence`${{ setting: name }} decides this. Remove that setting and restart the server to choose it here.`,
  );
