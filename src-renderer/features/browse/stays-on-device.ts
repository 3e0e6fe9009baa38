import type { AppError } from '../../../server/contract/errors.ts';

/** Whether an account cannot keep it: the server is older, or the app was not given the right. */
export const staysOnDevice = ({ code }: AppError) => code === 'NOT_FOUND' || code === 'INSUFFICIENT_SCOPE';
