import { toIso } from '../../base/clock.ts';
import { AppError } from '../../contract/errors.ts';
import type { SignIn, SignInState } from './sign-ins.ts';

export const gone = () =>
  new AppError('SESSION_EXPIRED', 'This sign-in has expired. Start a new one in the app.');
export const unknown = () =>
  new AppError('NOT_FOUND', 'There is no such sign-in. Start a new one in the app.');

/** The stored state, or expired if its time ran out. */
export function statusOf(signIn: SignIn, now: number): SignInState {
  const isOver = signIn.expiresAt <= toIso(now);
  const isOpen = signIn.status === 'pending' || signIn.status === 'approved';
  return isOver && isOpen ? 'expired' : signIn.status;
}
