import type { Clock } from '../../base/clock.ts';
import { isLoopback, toNetwork } from '../../base/http/network.ts';
import { type SharedLimiter, tooMany } from '../../base/http/rate-limit.ts';
import { isSameText } from '../../base/keys.ts';
import type { AccountStore } from '../../base/store/account-store.ts';
import { Scope } from '../../contract/common.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { hashSecret } from '../access/secrets.ts';
import { readCode } from './code-words.ts';
import { gone, statusOf, unknown } from './sign-in-state.ts';
import { type SignIn, signIns } from './sign-ins.ts';

type Parts = {
  readonly store: AccountStore;
  readonly clock: Clock;
  /** How often an account has typed a code that there is not. */
  readonly wrongCodes: SharedLimiter;
};
type Decision = {
  readonly to: 'approved' | 'denied';
  readonly scopes: readonly Scope[];
  readonly userCode?: string | undefined;
  /** Where the person's browser is. */
  readonly from: string;
};

/**
 * Whether an app asks from another place than the browser in which a person decides: a link from somebody else does, and
 * people must not approve by one click what they do not have before them.
 */
export const isElsewhere = (app: string, browser: string) =>
  toNetwork(app) !== toNetwork(browser) && !(isLoopback(app) && isLoopback(browser));

export type Approvals = ReturnType<typeof createApprovals>;

const userCode = /^[A-Za-z0-9]{4}-?[A-Za-z0-9]{4}$/;

/** The person's side of an app's sign-in. `key` is the session id of the link, or the code that the app shows. */
export function createApprovals({ store, clock, wrongCodes }: Parts) {
  const findByCode = async (code: string, accountId: string): Promise<SignIn> => {
    const wait = await wrongCodes.waitFor(accountId);
    if (wait > 0) throw tooMany('wrong codes', wait);
    const found = await store.run(signIns.findByCode(readCode(code)));
    if (found) return found;
    await wrongCodes.use(accountId);
    throw unknown();
  };
  const find = async (key: string, accountId: string): Promise<SignIn> => {
    if (userCode.test(key)) return findByCode(key, accountId);
    const found = await store.run(signIns.find(hashSecret(key)));
    if (!found) throw unknown();
    return found;
  };
  const refuseWrongCode = async (signIn: SignIn): Promise<never> => {
    const left = limits.signInSession.codeGuesses - (await store.run(signIns.noteWrongCode(signIn.idHash)));
    if (left <= 0) {
      await store.run(signIns.move(signIn.idHash, { from: 'pending', to: 'expired' }));
      throw gone();
    }
    const reason = `this is not the code that the app shows (${left} more ${left === 1 ? 'try' : 'tries'})`;
    throw new AppError('INVALID_INPUT', `Correct userCode: ${reason}.`, {
      details: { fields: { userCode: reason }, triesLeft: left },
    });
  };

  return {
    /** The contents of the approval page. Once an account has decided, only that account sees them. */
    async read(key: string, accountId: string) {
      const signIn = await find(key, accountId);
      if (signIn.accountId !== null && signIn.accountId !== accountId) throw unknown();
      const scopes = Scope.array().parse(JSON.parse(signIn.scopes));
      return { ...signIn, status: statusOf(signIn, clock()), scopes };
    },
    async decide(key: string, accountId: string, decision: Decision) {
      const signIn = await find(key, accountId);
      if (statusOf(signIn, clock()) !== 'pending') throw gone();
      const typed = decision.userCode;
      if (typed === undefined && decision.to === 'approved' && isElsewhere(signIn.address, decision.from)) {
        const reason = 'type the code that the app shows, as it asks from another address than this browser';
        throw new AppError('INVALID_INPUT', `Correct userCode: ${reason}.`, {
          details: { fields: { userCode: reason } },
        });
      }
      if (typed !== undefined && !isSameText(readCode(typed), signIn.userCode)) await refuseWrongCode(signIn);
      const asked = Scope.array().parse(JSON.parse(signIn.scopes));
      const scopes = JSON.stringify(asked.filter((scope) => decision.scopes.includes(scope)));
      const move = { from: 'pending', to: decision.to, accountId, scopes } as const;
      const isMoved = await store.run(signIns.move(signIn.idHash, move));
      if (!isMoved) throw gone();
    },
  };
}
