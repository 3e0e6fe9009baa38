import type { Handlers } from '../../base/http/bind.ts';
import type { Caller } from '../../base/http/caller.ts';
import { type Scope, scopeSentences } from '../../contract/common.ts';
import { type AgentRequest, nameReturnAddress, usualTerms } from './agent-request.ts';
import { type ApprovalParts, createApprovals, isElsewhere } from './approvals.ts';
import type { PluginSignIn } from './plugin-sign-in.ts';

/** An app can request every scope, as it does not know who will approve; users grant only rights they have. */
const grantable = (scopes: readonly Scope[], { role }: Caller) =>
  scopes.filter((scope) => scope !== 'models:publish' || role !== 'member');

const toAgent = ({ clientHost: client, redirectUri }: AgentRequest) => ({
  ...{ client, terms: usualTerms },
  returnsTo: nameReturnAddress(redirectUri),
});
const toNext = (continueTo: string | null) => (continueTo === null ? {} : { continueTo });

export function createPluginSignInHandlers(signIn: PluginSignIn, parts: ApprovalParts) {
  const approvals = createApprovals(parts);
  return {
    startSignIn: async ({ body, http }) => ({
      ok: true,
      ...(await signIn.start({ ...body, address: http.request.ip })),
    }),
    pollSignIn: async ({ params, query }) => ({
      ok: true,
      ...(await signIn.poll(params.sessionId, query.pollToken)),
    }),
    signInRequest: async ({ params, caller, http }) => {
      const { status, appSlug, appName, appVersion, pluginFamily, deviceName, ...found } =
        await approvals.read(params.sessionId, caller.accountId);
      const { request } = found;
      const isFar = request === null && isElsewhere(found.address, http.request.ip);
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
        userCode: isFar || request !== null ? '' : found.userCode,
        isElsewhere: isFar,
        scopes: grantable(found.scopes, caller).map((scope) => ({ scope, sentence: scopeSentences[scope] })),
        ...(request !== null && { agent: toAgent(request) }),
      };
    },
    approveSignIn: async ({ params, body, caller, http }) => {
      const next = await approvals.decide(params.sessionId, caller.accountId, {
        ...body,
        to: 'approved',
        from: http.request.ip,
        scopes: grantable(body.scopes, caller),
      });
      return { ok: true, status: 'approved', ...toNext(next) };
    },
    denySignIn: async ({ params, caller, http }) => {
      const from = http.request.ip;
      const denial = { to: 'denied', scopes: [], from } as const;
      const next = await approvals.decide(params.sessionId, caller.accountId, denial);
      return { ok: true, status: 'denied', ...toNext(next) };
    },
  } satisfies Partial<Handlers>;
}
