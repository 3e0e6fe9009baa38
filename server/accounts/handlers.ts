import type { HandlerRequest, Handlers } from '../base/http/bind.ts';
import { describeClient } from '../base/http/describe-client.ts';
import { isLocalRequest } from '../base/http/local-request.ts';
import { pageFacts, toPage } from '../base/http/paging.ts';
import { toUsd } from '../base/money.ts';
import type { Balances } from '../billing/ledger.ts';
import { toTransaction } from '../billing/to-transaction.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import type { User } from '../contract/accounts.ts';
import { AppError } from '../contract/errors.ts';
import type { BrowserSessions } from './browser-sessions.ts';
import type { Credentials } from './credentials.ts';
import type { Registration } from './registration.ts';
import type { SignInPlaces } from './sign-in-places.ts';
import type { TokenUses } from './token-uses.ts';
import type { Tokens } from './tokens.ts';
import type { Users } from './users.ts';

type Parts = {
  readonly registration: Registration;
  readonly credentials: Credentials;
  readonly places: SignInPlaces;
  readonly users: Users;
  readonly tokens: Tokens;
  readonly sessions: BrowserSessions;
  readonly uses: TokenUses;
  readonly ledger: Balances;
  readonly unlocks: Unlocks;
};

type Exchange = HandlerRequest<'login'>['http'];

type Names =
  | 'register'
  | 'login'
  | 'logout'
  | 'account'
  | 'balance'
  | 'entitlements'
  | 'transactions'
  | 'changePassword'
  | 'session'
  | 'signIn'
  | 'signUp'
  | 'signOut';

export function createAccountHandlers(parts: Parts): Pick<Handlers, Names> {
  const { registration, credentials, places, users, tokens, sessions, uses, ledger, unlocks } = parts;
  const requireUser = (accountId: string): User => {
    const user = users.findById(accountId);
    if (!user) throw new AppError('UNAUTHENTICATED', 'This account is gone. Sign in with another one.');
    return user;
  };
  const balanceUsd = (accountId: string) => toUsd(ledger.balance(accountId));
  const toTokenAnswer = (user: User, { request }: Exchange, name?: string) => {
    const { token, id, expiresAt } = tokens.issue({
      kind: 'user',
      accountId: user.id,
      name: name ?? describeClient(request.headers['user-agent'], 'Unknown program'),
      scopes: 'all',
    });
    uses.note(id, request.ip);
    return {
      ok: true,
      token,
      tokenType: 'Bearer',
      expiresAt,
      user,
      balanceUsd: balanceUsd(user.id),
    } as const;
  };
  const refuseForeign = ({ http }: HandlerRequest<'signIn' | 'signUp'>) => {
    if (!sessions.isForeign(http.request)) return;
    throw new AppError('FORBIDDEN', 'Another site asked for this sign-in. Open our own sign-in page.');
  };
  const toOrigin = ({ request }: Exchange) => ({
    address: request.ip,
    device: sessions.device(request),
  });
  const startSession = (request: HandlerRequest<'signIn' | 'signUp'>, user: User) => {
    sessions.end(request.http.request, request.http.reply);
    request.http.reply.removeHeader('set-cookie');
    const { csrfToken, tokenId } = sessions.start(request.http, user.id);
    const device = sessions.keepDevice(request.http);
    places.note(user.id, { address: request.http.request.ip, device });
    uses.note(tokenId, request.http.request.ip);
    return { ok: true, user, balanceUsd: balanceUsd(user.id), csrfToken } as const;
  };

  return {
    register: async ({ body, http }) => {
      const user = await registration.register({ ...body, isLocal: isLocalRequest(http.request) });
      places.note(user.id, toOrigin(http));
      return toTokenAnswer(user, http);
    },
    login: async ({ body, http }) => {
      const user = await credentials.signIn(body, toOrigin(http));
      places.note(user.id, toOrigin(http));
      return toTokenAnswer(user, http, body.name);
    },
    logout: ({ caller }) => {
      tokens.revokeById(caller.tokenId);
      return { ok: true };
    },
    account: ({ caller }) => {
      const mayReadBalance = caller.scopes.includes('balance:read');
      return {
        ok: true,
        user: requireUser(caller.accountId),
        scopes: [...caller.scopes],
        ...(mayReadBalance && { balanceUsd: balanceUsd(caller.accountId) }),
      };
    },
    balance: ({ caller }) => ({ ok: true, balanceUsd: balanceUsd(caller.accountId) }),
    entitlements: ({ query, caller }) => {
      const page = toPage(query);
      const entitlements = unlocks.list(caller.accountId, page);
      return {
        ok: true,
        entitlements,
        ...pageFacts(page, entitlements.length, unlocks.count(caller.accountId)),
      };
    },
    transactions: ({ query, caller }) => {
      const page = toPage(query);
      const transactions = ledger.list(caller.accountId, page).map(toTransaction);
      return {
        ok: true,
        transactions,
        ...pageFacts(page, transactions.length, ledger.count(caller.accountId)),
      };
    },
    changePassword: async ({ body, caller }) => {
      const { email } = requireUser(caller.accountId);
      await credentials.changePassword({ email, tokenId: caller.tokenId, ...body });
      return { ok: true, revoked: tokens.revokeAll(caller.accountId, caller.tokenId) };
    },
    session: ({ http }) => {
      const caller = sessions.read(http.request);
      if (!caller) {
        const nobody = { user: null, balanceUsd: null, csrfToken: null } as const;
        return { ok: true, ...nobody, registration: registration.mode() };
      }
      const user = requireUser(caller.accountId);
      return { ok: true, user, balanceUsd: balanceUsd(user.id), csrfToken: sessions.csrfToken(http.request) };
    },
    signIn: async (request) => {
      refuseForeign(request);
      const user = await credentials.signIn(request.body, toOrigin(request.http));
      return startSession(request, user);
    },
    signUp: async (request) => {
      refuseForeign(request);
      const isLocal = isLocalRequest(request.http.request);
      const user = await registration.register({ ...request.body, isLocal });
      return startSession(request, user);
    },
    signOut: ({ http }) => {
      sessions.end(http.request, http.reply);
      return { ok: true };
    },
  };
}
