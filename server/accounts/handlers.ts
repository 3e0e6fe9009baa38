import type { HandlerRequest, Handlers } from '../base/http/bind.ts';
import { describeClient } from '../base/http/describe-client.ts';
import { isLocalRequest } from '../base/http/local-request.ts';
import { pageFacts, toPage } from '../base/http/paging.ts';
import { toUsd } from '../base/money.ts';
import { type AccountStore, turnOf } from '../base/store/account-store.ts';
import { ledger } from '../billing/ledger.ts';
import { toTransaction } from '../billing/to-transaction.ts';
import { unlockRows } from '../billing/unlocks.ts';
import type { Config } from '../config.ts';
import type { User } from '../contract/accounts/accounts.ts';
import { AppError } from '../contract/errors.ts';
import type { TokenUses } from './access/token-uses.ts';
import type { Tokens } from './access/tokens.ts';
import { users } from './access/users.ts';
import type { BrowserSessions } from './sign-in/browser-sessions.ts';
import type { Credentials } from './sign-in/credentials.ts';
import type { Registration } from './sign-in/registration.ts';
import type { SignInPlaces } from './sign-in/sign-in-places.ts';
import type { StartSession } from './sign-in/start-session.ts';

type Parts = {
  readonly store: AccountStore;
  readonly registration: Registration;
  readonly credentials: Credentials;
  readonly places: SignInPlaces;
  readonly tokens: Tokens;
  readonly sessions: BrowserSessions;
  readonly startSession: StartSession;
  readonly config: Pick<Config, 'company' | 'passwordUse' | 'defaultPriceCents'>;
  readonly uses: TokenUses;
  readonly isListed: (guid: string) => boolean;
};

type Exchange = HandlerRequest<'login'>['http'];

export function createAccountHandlers(parts: Parts) {
  const { store, registration, credentials, places, tokens, sessions, uses, isListed, config } = parts;
  const requireUser = async (accountId: string): Promise<User> => {
    const user = await store.run(users.findById(accountId));
    if (!user)
      throw new AppError('UNAUTHENTICATED', 'This account no longer exists. Sign in with another one.');
    return user;
  };
  const hasPrices = parts.config.defaultPriceCents !== null;
  const balanceUsd = async (accountId: string) =>
    hasPrices ? toUsd(await store.run(ledger.balance(accountId))) : 0;
  const shownBalanceUsd = async (accountId: string) => (hasPrices ? balanceUsd(accountId) : null);
  const toTokenAnswer = async (user: User, { request }: Exchange, name?: string) => {
    const issued = tokens.issue({
      kind: 'user',
      accountId: user.id,
      name: name ?? describeClient(request.headers['user-agent'], 'Unknown program'),
      scopes: 'all',
    });
    const { token, id, expiresAt } = await store.run(issued);
    uses.note(id, request.ip);
    return {
      ok: true,
      token,
      tokenType: 'Bearer',
      expiresAt,
      user,
      balanceUsd: await balanceUsd(user.id),
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
  const startSession = async (request: HandlerRequest<'signIn' | 'signUp'>, user: User) => {
    const { csrfToken } = await parts.startSession(request.http, user);
    return { ok: true, user, balanceUsd: await shownBalanceUsd(user.id), csrfToken } as const;
  };

  return {
    register: async ({ body, http }) => {
      const user = await registration.register({ ...body, isLocal: isLocalRequest(http.request) });
      await places.note(user.id, toOrigin(http));
      return toTokenAnswer(user, http);
    },
    login: async ({ body, http }) => {
      const user = await credentials.signIn(body, toOrigin(http));
      await places.note(user.id, toOrigin(http));
      return toTokenAnswer(user, http, body.name);
    },
    logout: async ({ caller }) => {
      await store.run(tokens.revokeById(caller.tokenId));
      return { ok: true };
    },
    account: async ({ caller }) => {
      const mayReadBalance = caller.scopes.includes('balance:read');
      return {
        ok: true,
        user: await requireUser(caller.accountId),
        scopes: [...caller.scopes],
        ...(mayReadBalance && { balanceUsd: await balanceUsd(caller.accountId) }),
      };
    },
    balance: async ({ caller }) => ({ ok: true, balanceUsd: await balanceUsd(caller.accountId), hasPrices }),
    entitlements: async ({ query, caller: { accountId } }) => {
      const page = toPage(query);
      const rows = await store.run(unlockRows.list(accountId, page));
      const entitlements = rows.map((row) => ({ ...row, isRemoved: !isListed(row.guid) }));
      const total = await store.run(unlockRows.count(accountId));
      return { ok: true, entitlements, ...pageFacts(page, entitlements.length, total) };
    },
    transactions: async ({ query, caller: { accountId } }) => {
      const page = toPage(query);
      const transactions = (await store.run(ledger.list(accountId, page))).map(toTransaction);
      const total = await store.run(ledger.count(accountId));
      return { ok: true, transactions, ...pageFacts(page, transactions.length, total) };
    },
    changePassword: async ({ body, caller }) => {
      const { email } = await requireUser(caller.accountId);
      await credentials.changePassword({ email, tokenId: caller.tokenId, ...body });
      const revoked = await store.transaction(
        turnOf(caller.accountId),
        tokens.revokeAll(caller.accountId, { by: 'person', except: caller.tokenId }),
      );
      return { ok: true, revoked };
    },
    session: async ({ http }) => {
      const caller = sessions.read(http.request);
      if (!caller) {
        const nobody = { user: null, balanceUsd: null, csrfToken: null } as const;
        const { company, passwordUse: passwords } = config;
        const mode = await registration.mode();
        return { ok: true, ...nobody, registration: mode, companySignIn: company !== null, passwords };
      }
      const user = await requireUser(caller.accountId);
      const csrfToken = sessions.csrfToken(http.request);
      return { ok: true, user, balanceUsd: await shownBalanceUsd(user.id), csrfToken };
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
    signOut: async ({ http }) => {
      await sessions.end(http.request, http.reply);
      return { ok: true };
    },
  } satisfies Partial<Handlers>;
}
