import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import type { Handlers } from '../../base/http/bind.ts';
import { turnOf } from '../../base/store/account-store.ts';
import type { Steps } from '../../base/store/steps.ts';
import type { AgentPlans } from '../../billing/agent-plans.ts';
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { sentence } from '../../contract/sentence.ts';
import type { IssuedToken, NewToken, Tokens } from '../access/tokens.ts';
import type { GrantedTokens } from './granted-tokens.ts';

type Parts = Pick<Core, 'store' | 'clock'> & {
  readonly granted: GrantedTokens;
  readonly tokens: Tokens;
  readonly plans: AgentPlans;
};

function refuseField(field: string, reason: string): never {
  throw new AppError('INVALID_INPUT', sentence`Correct ${{ field }}: ${{ reason }}.`, {
    details: { fields: { [field]: reason } },
  });
}

/** API keys and connected apps, only for their owner. */
export function createAccessHandlers({ store, granted, tokens, plans, clock }: Parts) {
  const readEnd = (expiresAt: string | null | undefined) => {
    if (expiresAt === null || expiresAt === undefined) return null;
    const time = Date.parse(expiresAt);
    return time > clock() ? toIso(time) : refuseField('expiresAt', 'this time is in the past');
  };
  const requireRoom = async (accountId: string) => {
    if ((await granted.apiKeys(accountId)).length < limits.apiKeys) return;
    throw new AppError(
      'FORBIDDEN',
      sentence`An account has at most ${{ count: limits.apiKeys }} API keys. Revoke one you no longer need.`,
    );
  };

  function* make(key: NewToken, asksFirst: boolean): Steps<IssuedToken> {
    const issued = yield* tokens.issue(key);
    if (asksFirst) yield* plans.askFirst(issued.id);
    return issued;
  }

  return {
    apiKeys: async ({ caller }) => ({ ok: true, apiKeys: await granted.apiKeys(caller.accountId) }),
    createApiKey: async ({ body: { name, spendingCapUsd, expiresAt, asksFirst = false }, caller }) => {
      await requireRoom(caller.accountId);
      const end = readEnd(expiresAt);
      const capUsd = spendingCapUsd ?? null;
      const { accountId } = caller;
      const spendingCapCents = capUsd === null ? null : Math.round(capUsd * 100);
      const key = {
        kind: 'apiKey',
        accountId,
        name,
        scopes: 'all',
        expiresAt: end,
        spendingCapCents,
      } as const;
      const { token, id, prefix, createdAt } = await store.transaction(
        turnOf(accountId),
        make(key, asksFirst),
      );
      return {
        ok: true,
        apiKey: token,
        id,
        name,
        prefix,
        createdAt,
        expiresAt: end,
        spendingCapUsd: capUsd,
        spentUsd: 0,
        asksFirst,
      };
    },
    revokeApiKey: async ({ params, caller }) => {
      await granted.revoke({ id: params.keyId, accountId: caller.accountId, kind: 'apiKey' });
      return null;
    },
    apps: async ({ caller }) => ({ ok: true, apps: await granted.apps(caller.accountId) }),
    agentPlans: async ({ caller }) => ({ ok: true, plans: await plans.list(caller.accountId) }),
    decideAgentPlan: async ({ params, body, caller }) => ({
      ok: true,
      ...(await plans.decide({ accountId: caller.accountId, ...params, ...body })),
    }),
    revokeApp: async ({ params, caller }) => {
      await granted.revoke({ id: params.appId, accountId: caller.accountId, kind: 'plugin' });
      return null;
    },
  } satisfies Partial<Handlers>;
}
