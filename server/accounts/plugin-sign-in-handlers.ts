import type { Handlers } from '../base/http/bind.ts';
import { scopeSentences } from '../contract/common.ts';
import type { Approvals } from './approvals.ts';
import type { PluginSignIn } from './plugin-sign-in.ts';

type Names = 'startSignIn' | 'pollSignIn' | 'signInRequest' | 'approveSignIn' | 'denySignIn';

export function createPluginSignInHandlers(
  signIn: PluginSignIn,
  approvals: Approvals,
): Pick<Handlers, Names> {
  return {
    startSignIn: ({ body, http }) => ({
      ok: true,
      ...signIn.start({ ...body, address: http.request.ip }),
    }),
    pollSignIn: ({ params, query }) => ({ ok: true, ...signIn.poll(params.sessionId, query.pollToken) }),
    signInRequest: ({ params, caller }) => {
      const { status, appSlug, appName, appVersion, pluginFamily, deviceName, ...found } = approvals.read(
        params.sessionId,
        caller.accountId,
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
      approvals.decide(params.sessionId, caller.accountId, { ...body, to: 'approved' });
      return { ok: true, status: 'approved' };
    },
    denySignIn: ({ params, caller }) => {
      approvals.decide(params.sessionId, caller.accountId, { to: 'denied', scopes: [] });
      return { ok: true, status: 'denied' };
    },
  };
}
