import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import type { Addresses } from '../../base/http/addresses.ts';
import { isLoopback, toNetwork } from '../../base/http/network.ts';
import { type SharedLimiter, tooMany } from '../../base/http/rate-limit.ts';
import { isSameText } from '../../base/keys.ts';
import type { GrantTerms } from '../../contract/accounts/plugin-auth.ts';
import { Scope } from '../../contract/common.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence, textOf } from '../../contract/sentence.ts';
import { hashSecret, makeSecret } from '../access/secrets.ts';
import { type AgentRequest, readAgentRequest, toReturnAddress, usualTerms } from './agent-request.ts';
import { readCode } from './code-words.ts';
import { gone, statusOf, unknown } from './sign-in-state.ts';
import { type SignIn, signIns } from './sign-ins.ts';

export type ApprovalParts = Pick<Core, 'store' | 'clock'> & {
  readonly addresses: Pick<Addresses, 'base'>;
  readonly wrongCodes: SharedLimiter;
};
type Decision = {
  readonly to: 'approved' | 'denied';
  readonly scopes: readonly Scope[];
  readonly userCode?: string | undefined;
  readonly terms?: GrantTerms | undefined;
  /** Network address of the user's browser. */
  readonly from: string;
};

type AgentDecision = {
  readonly signIn: SignIn;
  readonly request: AgentRequest;
  readonly accountId: string;
  readonly scopes: string;
  readonly decision: Decision;
};

/** Whether an app asks from another network than the browser, as a stranger's link does: one click must not approve it. */
export const isElsewhere = (app: string, browser: string) =>
  toNetwork(app) !== toNetwork(browser) && !(isLoopback(app) && isLoopback(browser));

const userCode = /^[A-Za-z0-9]{4}-?[A-Za-z0-9]{4}$/;

/** The user's side of an app's sign-in. `key` is the link's session ID, or the code that the app shows. */
export function createApprovals({ store, clock, addresses, wrongCodes }: ApprovalParts) {
  const findByCode = async (code: string, accountId: string): Promise<SignIn> => {
    const wait = await wrongCodes.waitFor(accountId);
    if (wait > 0) throw tooMany('wrong codes', wait);
    const found = await store.run(signIns.findByCode(readCode(code)));
    // An app with a return address shows no code.
    if (found && found.request === null) return found;
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
    const reason =
      left === 1
        ? sentence`this is not the code that the app shows (${{ count: left }} more try)`
        : sentence`this is not the code that the app shows (${{ count: left }} more tries)`;
    throw new AppError('INVALID_INPUT', sentence`Correct ${{ field: 'userCode' }}: ${{ reason }}.`, {
      details: { fields: { userCode: textOf(reason) }, triesLeft: left },
    });
  };

  const decideAgent = async (
    sessionId: string,
    { signIn, request, accountId, scopes, decision }: AgentDecision,
  ): Promise<string> => {
    const isApproved = decision.to === 'approved';
    const secret = makeSecret();
    const isMoved = await store.run(
      isApproved
        ? signIns.approveCoded({
            ...{ idHash: signIn.idHash, accountId, scopes },
            pollHash: hashSecret(secret),
            expiresAt: toIso(clock() + limits.oauth.code),
            terms: JSON.stringify(decision.terms ?? usualTerms),
          })
        : signIns.move(signIn.idHash, { from: 'pending', to: 'denied', accountId }),
    );
    if (!isMoved) throw gone();
    const answer = isApproved ? { code: `${sessionId}.${secret}` } : { error: 'access_denied' };
    return toReturnAddress(request, addresses.base(), answer);
  };

  return {
    /** Content of the approval page. After a decision, only the account that made it can see it. */
    async read(key: string, accountId: string) {
      const signIn = await find(key, accountId);
      if (signIn.accountId !== null && signIn.accountId !== accountId) throw unknown();
      const scopes = Scope.array().parse(JSON.parse(signIn.scopes));
      const request = readAgentRequest(signIn.request);
      return { ...signIn, status: statusOf(signIn, clock()), scopes, request };
    },
    /** Returns the address to send the browser to, for apps with a return address. */
    async decide(key: string, accountId: string, decision: Decision): Promise<string | null> {
      const signIn = await find(key, accountId);
      if (statusOf(signIn, clock()) !== 'pending') throw gone();
      const asked = Scope.array().parse(JSON.parse(signIn.scopes));
      const scopes = JSON.stringify(asked.filter((scope) => decision.scopes.includes(scope)));
      const request = readAgentRequest(signIn.request);
      if (request !== null) return decideAgent(key, { signIn, request, accountId, scopes, decision });
      const typed = decision.userCode;
      if (typed === undefined && decision.to === 'approved' && isElsewhere(signIn.address, decision.from)) {
        const reason = 'type the code that the app shows, as it asks from another address than this browser';
        throw new AppError('INVALID_INPUT', sentence`Correct ${{ field: 'userCode' }}: ${{ reason }}.`, {
          details: { fields: { userCode: reason } },
        });
      }
      if (typed !== undefined && !isSameText(readCode(typed), signIn.userCode)) await refuseWrongCode(signIn);
      const move = { from: 'pending', to: decision.to, accountId, scopes } as const;
      const isMoved = await store.run(signIns.move(signIn.idHash, move));
      if (!isMoved) throw gone();
      return null;
    },
  };
}
