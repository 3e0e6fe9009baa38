import { timingSafeEqual } from 'node:crypto';
import { toIso } from '../../base/clock.ts';
import type { Core } from '../../base/core.ts';
import { tooMany } from '../../base/http/rate-limit.ts';
import { turnOf } from '../../base/store/account-store.ts';
import type { Steps } from '../../base/store/steps.ts';
import { Scope } from '../../contract/common.ts';
import { limits } from '../../contract/limits.ts';
import { hashSecret, makeSecret } from '../access/secrets.ts';
import type { AppFacts, Tokens } from '../access/tokens.ts';
import { users } from '../access/users.ts';
import { appActions } from '../audit/app-actions.ts';
import { makeCode } from './code-words.ts';
import { gone, statusOf, unknown } from './sign-in-state.ts';
import { type SignIn, signIns } from './sign-ins.ts';

type AppIdentity = AppFacts & {
  readonly requestedScopes: readonly Scope[];
  readonly address: string;
  /** JSON of the authorization request, for an app with a return address. */
  readonly request?: string;
};

export type PollAnswer = {
  readonly status: 'pending' | 'approved' | 'denied' | 'expired';
  readonly appToken?: string;
  readonly scopes?: Scope[];
  readonly expiresAt?: string;
  readonly user?: { readonly name: string };
};

export type PluginSignIn = ReturnType<typeof createPluginSignIn>;

type Parts = Pick<Core, 'store' | 'addresses' | 'clock'> & {
  readonly tokens: Tokens;
};

const { lifetime, interval, slowDown } = limits.signInSession;

/** Signs in an app by the user's approval in a browser, along the lines of RFC 8628. */
export function createPluginSignIn({ store, tokens, addresses, clock }: Parts) {
  const find = async (sessionId: string) => {
    const signIn = await store.run(signIns.find(hashSecret(sessionId)));
    // A code can be exchanged only with a secret of its app, so polling ignores such sign-ins.
    if (!signIn || signIn.request !== null) throw unknown();
    return signIn;
  };
  function* deliver(signIn: SignIn, resource: string): Steps<PollAnswer> {
    const user = signIn.accountId === null ? null : yield* users.findById(signIn.accountId);
    if (!user || !(yield* signIns.move(signIn.idHash, { from: 'approved', to: 'consumed' }))) throw gone();
    const scopes = Scope.array().parse(JSON.parse(signIn.scopes));
    const name = `${signIn.appName} ${signIn.appVersion} on ${signIn.deviceName}`;
    const { appSlug, appName, appVersion, pluginFamily, deviceName } = signIn;
    const app = { appSlug, appName, appVersion, pluginFamily, deviceName };
    const issued = yield* tokens.issue({ kind: 'plugin', accountId: user.id, name, scopes, app, resource });
    const at = toIso(clock());
    yield* appActions.grant({ accountId: user.id, app: appName, scopes, until: issued.expiresAt, at });
    return {
      status: 'approved',
      appToken: issued.token,
      scopes,
      expiresAt: issued.expiresAt,
      user: { name: user.name },
    };
  }

  return {
    async start(app: AppIdentity) {
      const now = clock();
      await store.run(signIns.removeExpired(toIso(now - lifetime)));
      const sessionId = makeSecret();
      const pollToken = makeSecret();
      const userCode = makeCode(2);
      const expiresAt = toIso(now + lifetime);
      const { requestedScopes, request = null, ...identity } = app;
      const added = signIns.add({
        ...identity,
        idHash: hashSecret(sessionId),
        pollHash: hashSecret(pollToken),
        userCode,
        status: 'pending',
        scopes: JSON.stringify([...new Set(requestedScopes)]),
        accountId: null,
        intervalMs: interval,
        polledAt: null,
        startedAt: toIso(now),
        expiresAt,
        request,
        terms: null,
      });
      await store.run(added);
      const approveUrl = `${addresses.base()}/approve/${sessionId}`;
      return {
        sessionId,
        pollToken,
        userCode,
        approveUrl,
        approveUrlComplete: `${approveUrl}?code=${userCode}`,
        expiresAt,
        interval: interval / 1000,
      };
    },
    /** The app that started it. Throws NOT_FOUND. */
    appOf: async (sessionId: string) => (await find(sessionId)).appSlug,
    async poll(sessionId: string, pollToken: string, resource = ''): Promise<PollAnswer> {
      const signIn = await find(sessionId);
      if (!timingSafeEqual(signIn.pollHash, hashSecret(pollToken))) throw unknown();
      const now = clock();
      const wait = signIn.polledAt === null ? 0 : signIn.polledAt + signIn.intervalMs - now;
      const intervalMs = wait > 0 ? signIn.intervalMs + slowDown : signIn.intervalMs;
      await store.run(signIns.notePoll(signIn.idHash, { at: now, intervalMs }));
      if (wait > 0) throw tooMany('polls of this sign-in', intervalMs);
      const status = statusOf(signIn, now);
      if (status === 'consumed') throw gone();
      if (status !== 'approved') return { status };
      return store.transaction(turnOf(signIn.accountId ?? ''), deliver(signIn, resource));
    },
  };
}
