import type { Clock } from '../base/clock.ts';
import { createRateLimiter, tooMany } from '../base/http/rate-limit.ts';
import { isSameText } from '../base/keys.ts';
import { Scope } from '../contract/common.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import { readCode } from './code-words.ts';
import { gone, statusOf, unknown } from './sign-in-state.ts';
import type { SignIn, SignIns } from './sign-ins.ts';
import { hashSecret } from './tokens.ts';

type Parts = { readonly signIns: SignIns; readonly clock: Clock };
type Decision = {
  readonly to: 'approved' | 'denied';
  readonly scopes: readonly Scope[];
  readonly userCode?: string | undefined;
};

export type Approvals = ReturnType<typeof createApprovals>;

const userCode = /^[A-Za-z0-9]{4}-?[A-Za-z0-9]{4}$/;

/** The person's side of an app's sign-in. `key` is the session id of the link, or the code that the app shows. */
export function createApprovals({ signIns, clock }: Parts) {
  const wrongCodes = createRateLimiter(limits.wrongCodes, { clock, what: 'wrong codes' });

  const findByCode = (code: string, accountId: string): SignIn => {
    const wait = wrongCodes.waitFor(accountId);
    if (wait > 0) throw tooMany('wrong codes', wait);
    const found = signIns.findByCode(readCode(code));
    if (found) return found;
    wrongCodes.hit(accountId);
    throw unknown();
  };
  const find = (key: string, accountId: string): SignIn => {
    if (userCode.test(key)) return findByCode(key, accountId);
    const found = signIns.find(hashSecret(key));
    if (!found) throw unknown();
    return found;
  };
  const refuseWrongCode = (signIn: SignIn): never => {
    const left = limits.signInSession.codeGuesses - signIns.noteWrongCode(signIn.idHash);
    if (left <= 0) {
      signIns.move(signIn.idHash, { from: 'pending', to: 'expired' });
      throw gone();
    }
    const reason = `this is not the code that the app shows (${left} more ${left === 1 ? 'try' : 'tries'})`;
    throw new AppError('INVALID_INPUT', `Correct userCode: ${reason}.`, {
      details: { fields: { userCode: reason }, triesLeft: left },
    });
  };

  return {
    /** What the approval page shows. Once an account has decided, it is for that account alone. */
    read(key: string, accountId: string) {
      const signIn = find(key, accountId);
      if (signIn.accountId !== null && signIn.accountId !== accountId) throw unknown();
      const scopes = Scope.array().parse(JSON.parse(signIn.scopes));
      return { ...signIn, status: statusOf(signIn, clock()), scopes };
    },
    decide(key: string, accountId: string, decision: Decision) {
      const signIn = find(key, accountId);
      if (statusOf(signIn, clock()) !== 'pending') throw gone();
      const typed = decision.userCode;
      if (typed !== undefined && !isSameText(readCode(typed), signIn.userCode)) refuseWrongCode(signIn);
      const asked = Scope.array().parse(JSON.parse(signIn.scopes));
      const scopes = JSON.stringify(asked.filter((scope) => decision.scopes.includes(scope)));
      const isMoved = signIns.move(signIn.idHash, { from: 'pending', to: decision.to, accountId, scopes });
      if (!isMoved) throw gone();
    },
  };
}
