import type { Clock } from '../base/clock.ts';
import { toIso } from '../base/clock.ts';
import type { Handlers } from '../base/http/bind.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import { AppError } from '../contract/errors.ts';
import { limits } from '../contract/limits.ts';
import type { GrantedTokens } from './granted-tokens.ts';
import type { Tokens } from './tokens.ts';

type Names =
  | 'apiKeys'
  | 'createApiKey'
  | 'revokeApiKey'
  | 'apps'
  | 'revokeApp'
  | 'agentPlans'
  | 'decideAgentPlan';
type Parts = {
  readonly granted: GrantedTokens;
  readonly tokens: Tokens;
  readonly plans: AgentPlans;
  readonly clock: Clock;
};

function refuseField(field: string, reason: string): never {
  throw new AppError('INVALID_INPUT', `Correct ${field}: ${reason}.`, {
    details: { fields: { [field]: reason } },
  });
}

/** API keys and connected apps: seen and revoked by their owner alone. */
export function createAccessHandlers({ granted, tokens, plans, clock }: Parts): Pick<Handlers, Names> {
  const readEnd = (expiresAt: string | null | undefined) => {
    if (expiresAt === null || expiresAt === undefined) return null;
    const time = Date.parse(expiresAt);
    return time > clock() ? toIso(time) : refuseField('expiresAt', 'this time is over');
  };
  const requireRoom = (accountId: string) => {
    if (granted.apiKeys(accountId).length < limits.apiKeys) return;
    throw new AppError(
      'FORBIDDEN',
      `An account has at most ${limits.apiKeys} API keys. Revoke one that is not needed any more.`,
    );
  };

  return {
    apiKeys: ({ caller }) => ({ ok: true, apiKeys: granted.apiKeys(caller.accountId) }),
    createApiKey: ({ body: { name, spendingCapUsd, expiresAt, asksFirst = false }, caller }) => {
      requireRoom(caller.accountId);
      const end = readEnd(expiresAt);
      const capUsd = spendingCapUsd ?? null;
      const { token, id, prefix, createdAt } = tokens.issue({
        kind: 'apiKey',
        accountId: caller.accountId,
        name,
        scopes: 'all',
        expiresAt: end,
        spendingCapCents: capUsd === null ? null : Math.round(capUsd * 100),
      });
      if (asksFirst) plans.askFirst(id);
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
    revokeApiKey: ({ params, caller }) => {
      granted.revoke({ id: params.keyId, accountId: caller.accountId, kind: 'apiKey' });
      return null;
    },
    apps: ({ caller }) => ({ ok: true, apps: granted.apps(caller.accountId) }),
    agentPlans: ({ caller }) => ({ ok: true, plans: plans.list(caller.accountId) }),
    decideAgentPlan: ({ params, body, caller }) => ({
      ok: true,
      ...plans.decide({ accountId: caller.accountId, ...params, ...body }),
    }),
    revokeApp: ({ params, caller }) => {
      granted.revoke({ id: params.appId, accountId: caller.accountId, kind: 'plugin' });
      return null;
    },
  };
}
