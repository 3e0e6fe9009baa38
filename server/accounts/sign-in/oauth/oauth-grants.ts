import { createHash } from 'node:crypto';
import { toIso } from '../../../base/clock.ts';
import type { Core } from '../../../base/core.ts';
import { isSameText } from '../../../base/keys.ts';
import { turnOf } from '../../../base/store/account-store.ts';
import { change, type Steps, selectOne } from '../../../base/store/steps.ts';
import type { AgentPlans } from '../../../billing/agent-plans.ts';
import type { GrantTerms } from '../../../contract/accounts/plugin-auth.ts';
import { Scope } from '../../../contract/common.ts';
import { limits } from '../../../contract/limits.ts';
import { hashSecret, makeSecret } from '../../access/secrets.ts';
import { endTokens, type Tokens } from '../../access/tokens.ts';
import { appActions, type EndedToken } from '../../audit/app-actions.ts';
import { nameReturnAddress, readAgentRequest } from '../agent-request.ts';
import { statusOf } from '../sign-in-state.ts';
import { type SignIn, signIns } from '../sign-ins.ts';
import { OauthError } from './oauth-error.ts';

export type OauthGrants = ReturnType<typeof createOauthGrants>;

export type GrantParts = Pick<Core, 'store' | 'clock'> & {
  readonly tokens: Tokens;
  readonly plans: Pick<AgentPlans, 'askFirst'>;
};
type Answer = {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly scope: string;
};
type Grant = {
  readonly id: string;
  readonly accountId: string;
  readonly scopes: string;
  readonly expiresAt: string;
  readonly resource: string;
};
type Times = { readonly accessUntil: string; readonly turn: Buffer };

const day = 24 * 60 * 60 * 1000;
const refreshPrefix = 'lsr_';

const insert = change<Times & { id: string; clientId: string; signIn: Buffer; family: Buffer }>(
  `INSERT INTO oauth_grant (token_id, client_id, sign_in, family, turn, access_until)
   VALUES (@id, @clientId, @signIn, @family, @turn, @accessUntil)`,
);
const find = selectOne<{ family: Buffer; clientId: string; now: string }, Grant>(
  `SELECT token.id, token.account_id AS "accountId", token.scopes, token.expires_at AS "expiresAt", token.resource
   FROM oauth_grant JOIN token ON token.id = token_id JOIN account ON account.id = token.account_id
   WHERE family = @family AND client_id = @clientId AND token.expires_at > @now AND account.is_disabled = 0`,
);
const advance = change<Times & { id: string; spent: Buffer }>(
  `UPDATE oauth_grant SET turn = @turn, access_until = @accessUntil WHERE token_id = @id AND turn = @spent`,
);
const endFamily = endTokens<{ family: Buffer }>(
  'id IN (SELECT token_id FROM oauth_grant WHERE family = @family)',
);
const endSignIn = endTokens<{ signIn: Buffer }>(
  'id IN (SELECT token_id FROM oauth_grant WHERE sign_in = @signIn)',
);

const used = () =>
  new OauthError(
    'invalid_grant',
    'This code or token is unknown, used, expired or of another app. Sign in again.',
  );

/** Narrows the granted resource to the requested one; all MCP paths count as one. Throws invalid_target. */
function narrow(granted: string, asked: string | null): string {
  if (granted === '' || asked !== '') return asked ?? granted;
  throw new OauthError(
    'invalid_target',
    'The person was asked for less. Ask for the resource of the sign-in.',
  );
}

function isVerified(verifier: string, challenge: string): boolean {
  const digest = createHash('sha256').update(verifier).digest('base64url');
  return /^[\w.~-]{43,128}$/.test(verifier) && isSameText(digest, challenge);
}

/**
 * Exchanges sign-in codes for tokens, and renews tokens: a token keeps its row, with cap and charges, under a new
 * secret. Using a code or refresh token twice ends everything issued from it.
 */
export function createOauthGrants({ store, tokens, plans, clock }: GrantParts) {
  const toAnswer = (
    token: string,
    family: string,
    turn: string,
    grant: Pick<Grant, 'scopes' | 'expiresAt'>,
  ): Answer => {
    const left = Date.parse(grant.expiresAt) - clock();
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: Math.floor(Math.min(left, limits.oauth.access) / 1000),
      refresh_token: `${refreshPrefix}${family}.${turn}`,
      scope: Scope.array().parse(JSON.parse(grant.scopes)).join(' '),
    };
  };
  const accessUntil = (expiresAt: string) => {
    const hour = toIso(clock() + limits.oauth.access);
    return hour < expiresAt ? hour : expiresAt;
  };

  type Delivered = { readonly accountId: string; readonly resource: string };
  function* deliver(signIn: SignIn, { accountId, resource }: Delivered): Steps<Answer | null> {
    if (!(yield* signIns.move(signIn.idHash, { from: 'approved', to: 'consumed' }))) return null;
    const terms: GrantTerms = JSON.parse(signIn.terms ?? '');
    const scopes = Scope.array().parse(JSON.parse(signIn.scopes));
    const { appSlug, appName, appVersion, pluginFamily, deviceName } = signIn;
    const { token, id, expiresAt } = yield* tokens.issue({
      ...{ kind: 'plugin', accountId, scopes, resource, name: `${appName} (${deviceName})` },
      app: { appSlug, appName, appVersion, pluginFamily, deviceName },
      spendingCapCents: Math.round(terms.spendingCapUsd * 100),
      expiresAt: toIso(clock() + terms.days * day),
    });
    if (terms.asksFirst) yield* plans.askFirst(id);
    const [family, turn] = [makeSecret(), makeSecret()];
    const { clientId = '', redirectUri = '' } = readAgentRequest(signIn.request) ?? {};
    yield* appActions.grant({
      ...{ accountId, app: appName, scopes, until: expiresAt, at: toIso(clock()) },
      more: { ...terms, returnsTo: nameReturnAddress(redirectUri) },
    });
    const kept = { id, clientId, signIn: signIn.idHash, family: hashSecret(family), turn: hashSecret(turn) };
    yield* insert({ ...kept, accessUntil: accessUntil(expiresAt) });
    return toAnswer(token, family, turn, { scopes: signIn.scopes, expiresAt });
  }
  function* renew(grant: Grant, family: string, spent: string): Steps<Answer | null> {
    const { id, expiresAt } = grant;
    const turn = makeSecret();
    const next = { turn: hashSecret(turn), accessUntil: accessUntil(expiresAt) };
    if (!(yield* advance({ ...next, id, spent: hashSecret(spent) }))) return null;
    return toAnswer(yield* tokens.renew(grant, 'plugin'), family, turn, grant);
  }
  function* end(work: Steps<readonly EndedToken[]>, by: 'app' | 'reuse'): Steps<boolean> {
    const ended = yield* work;
    yield* appActions.end(ended, { by, at: toIso(clock()) });
    return ended.length > 0;
  }
  const readRefresh = (token: string) => {
    const [family = '', turn = ''] = token.slice(refreshPrefix.length).split('.');
    return token.startsWith(refreshPrefix) && turn !== '' ? { family, turn } : null;
  };

  return {
    /** Throws invalid_grant. */
    async redeem(given: {
      code: string;
      clientId: string;
      redirectUri: string;
      verifier: string;
      resource: string | null;
    }): Promise<Answer> {
      const [id = '', secret = ''] = given.code.split('.');
      const signIn = await store.run(signIns.find(hashSecret(id)));
      const request = readAgentRequest(signIn?.request ?? null);
      if (!signIn || request === null || !signIn.pollHash.equals(hashSecret(secret))) throw used();
      const isTheirs = request.clientId === given.clientId && request.redirectUri === given.redirectUri;
      if (!isTheirs || !isVerified(given.verifier, request.challenge)) throw used();
      const resource = narrow(request.resource, given.resource);
      const { accountId } = signIn;
      const isGood = accountId !== null && statusOf(signIn, clock()) === 'approved';
      const answer = isGood
        ? await store.transaction(turnOf(accountId), deliver(signIn, { accountId, resource }))
        : null;
      if (answer !== null) return answer;
      await store.transaction(turnOf(accountId ?? ''), end(endSignIn({ signIn: signIn.idHash }), 'reuse'));
      throw used();
    },
    /** Throws invalid_grant. */
    async refresh(given: { token: string; clientId: string; resource: string | null }): Promise<Answer> {
      const { token, clientId } = given;
      const { family, turn } = readRefresh(token) ?? {};
      if (family === undefined || turn === undefined) throw used();
      const grant = await store.run(find({ family: hashSecret(family), clientId, now: toIso(clock()) }));
      if (grant === null) throw used();
      const narrowed = { ...grant, resource: narrow(grant.resource, given.resource) };
      const answer = await store.transaction(turnOf(grant.accountId), renew(narrowed, family, turn));
      if (answer !== null) return answer;
      const theirs = endFamily({ family: hashSecret(family) });
      await store.transaction(turnOf(grant.accountId), end(theirs, 'reuse'));
      throw used();
    },
    /** Ends the grant of a refresh or access token; returns whether there was one. */
    revoke(token: string): Promise<boolean> {
      const refresh = readRefresh(token);
      const work = refresh
        ? end(endFamily({ family: hashSecret(refresh.family) }), 'app')
        : tokens.revoke(token);
      return store.transaction(turnOf('of a token'), work);
    },
  };
}
