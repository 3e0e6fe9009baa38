import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { AppError, type ErrorCode } from '../../server/contract/errors.ts';
import { limits } from '../../server/contract/limits.ts';
import type { ServerClient } from '../server-connection/server-client.ts';
import type { Grant } from './session.ts';

export const StartedSignIn = z.object({
  sessionId: z.string().min(1),
  pollToken: z.string().min(1),
  userCode: z.string().min(1),
  approveUrlComplete: z.url({ protocol: /^https?$/ }),
  expiresAt: z.string(),
  interval: z.number().nonnegative(),
});
export type StartedSignIn = z.infer<typeof StartedSignIn>;

const PollAnswer = z.object({
  status: z.enum(['pending', 'approved', 'denied', 'expired']),
  appToken: z.string().min(1).optional(),
  scopes: z.array(z.string()).optional(),
  user: z.object({ name: z.string() }).optional(),
});

type PollOptions = {
  readonly client: ServerClient;
  readonly started: StartedSignIn;
  readonly signal: AbortSignal;
  /** Milliseconds added to the interval when the server asks to slow down. */
  readonly slowDown: number;
};

const deniedMessage = 'The sign-in was denied in the browser. Sign in again if that was a mistake.';
const expiredMessage = 'The sign-in was not approved in time. Sign in again and approve it in the browser.';
const passing: readonly ErrorCode[] = ['UNAVAILABLE', 'INTERNAL', 'FILE_HOST_UNAVAILABLE'];

/** Returns when to give up, in local time; a wrong clock must not end the sign-in at once. */
function deadlineOf(expiresAt: string): number {
  const { lifetime } = limits.signInSession;
  const left = Date.parse(expiresAt) - Date.now();
  return Date.now() + (left > 0 && left <= lifetime ? left : lifetime);
}

function readGrant(answer: z.infer<typeof PollAnswer>): Grant | null {
  if (answer.status === 'denied') throw new AppError('FORBIDDEN', deniedMessage);
  if (answer.status === 'expired') throw new AppError('SESSION_EXPIRED', expiredMessage);
  if (answer.status === 'pending') return null;
  if (!answer.appToken) throw new AppError('SESSION_EXPIRED', expiredMessage);
  return { token: answer.appToken, userName: answer.user?.name ?? null, scopes: answer.scopes ?? [] };
}

/** Waits for the user's decision. Throws an AppError to show, or the signal's reason if aborted. */
export async function pollForGrant({ client, started, signal, slowDown }: PollOptions): Promise<Grant> {
  const deadline = deadlineOf(started.expiresAt);
  const { sessionId, pollToken } = started;
  let interval = started.interval * 1000;
  for (;;) {
    const left = Math.max(deadline - Date.now(), 0);
    await delay(Math.min(interval, left), undefined, { signal });
    if (interval >= left) throw new AppError('SESSION_EXPIRED', expiredMessage);
    try {
      const grant = readGrant(PollAnswer.parse(await client.call('pollSignIn', { sessionId, pollToken })));
      signal.throwIfAborted();
      if (grant) return grant;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === 'SESSION_EXPIRED')
        throw new AppError('SESSION_EXPIRED', expiredMessage, { cause: error });
      if (error.code === 'RATE_LIMITED') interval += slowDown;
      else if (!passing.includes(error.code)) throw error;
    }
  }
}
