import { scopeSentences } from '../contract/common.ts';
import type { Handlers } from '../http/bind.ts';
import type { PluginSignIn } from './plugin-sign-in.ts';

type Names = 'startSignIn' | 'pollSignIn' | 'signInRequest' | 'approveSignIn' | 'denySignIn';

export function createPluginSignInHandlers(signIn: PluginSignIn): Pick<Handlers, Names> {
  return {
    startSignIn: ({ body, http }) => ({
      ok: true,
      ...signIn.start({ ...body, address: http.request.ip }),
    }),
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
