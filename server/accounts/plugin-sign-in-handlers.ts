import type { Clock } from '../clock.ts';
import { scopeSentences } from '../contract/common.ts';
import { limits } from '../contract/limits.ts';
import type { Handlers } from '../http/bind.ts';
import { createRateLimiter } from '../http/rate-limit.ts';
import type { PluginSignIn } from './plugin-sign-in.ts';

type Names = 'startSignIn' | 'pollSignIn' | 'signInRequest' | 'approveSignIn' | 'denySignIn';

export function createPluginSignInHandlers(signIn: PluginSignIn, clock: Clock): Pick<Handlers, Names> {
  const starts = createRateLimiter(limits.rates.signInStart, { clock, what: 'sign-ins from your address' });
  return {
    startSignIn: ({ body, http }) => {
      starts.hit(http.request.ip);
      return { ok: true, ...signIn.start({ ...body, address: http.request.ip }) };
    },
    pollSignIn: ({ params, query }) => ({ ok: true, ...signIn.poll(params.sessionId, query.pollToken) }),
    signInRequest: ({ params }) => {
      const { status, appSlug, appName, appVersion, pluginFamily, deviceName, ...found } = signIn.read(
        params.sessionId,
      );
      return {
        ok: true,
        status,
        appSlug,
        appName,
        appVersion,
        pluginFamily,
        deviceName,
        address: found.address,
        startedAt: found.startedAt,
        expiresAt: found.expiresAt,
        userCode: found.userCode,
        scopes: found.scopes.map((scope) => ({ scope, sentence: scopeSentences[scope] })),
      };
    },
    approveSignIn: ({ params, body, caller }) => {
      signIn.approve(params.sessionId, { accountId: caller.accountId, scopes: body.scopes });
      return { ok: true, status: 'approved' };
    },
    denySignIn: ({ params, caller }) => {
      signIn.deny(params.sessionId, caller.accountId);
      return { ok: true, status: 'denied' };
    },
  };
}
