import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import type { AccountLedger } from '../billing/ledger.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import type { Config } from '../config.ts';
import { createAccessHandlers } from './access-handlers.ts';
import { createAccountData } from './account-data.ts';
import { createAccountDataHandlers } from './account-data-handlers.ts';
import { createAccountSessions, createSessionHandlers } from './account-sessions.ts';
import { createApprovals } from './approvals.ts';
import { createAuditLog } from './audit-log.ts';
import { createAuthenticate, createIdentify } from './authenticate.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import { createCredentials } from './credentials.ts';
import { createDeleteAccount } from './delete-account.ts';
import { createGrantedTokens } from './granted-tokens.ts';
import { createAccountHandlers } from './handlers.ts';
import { createInvitations } from './invitations.ts';
import { createModelListHandlers } from './model-list-handlers.ts';
import { createModelLists } from './model-lists.ts';
import { createPasswords } from './passwords.ts';
import { createPluginSignIn } from './plugin-sign-in.ts';
import { createPluginSignInHandlers } from './plugin-sign-in-handlers.ts';
import { createRegistration } from './registration.ts';
import { createSavedSearches, createSavedSearchHandlers } from './saved-searches.ts';
import { createSignInPlaces } from './sign-in-places.ts';
import { createSignIns } from './sign-ins.ts';
import type { TokenUses } from './token-uses.ts';
import { createTokens } from './tokens.ts';
import { createUsers } from './users.ts';
import { createWrongPasswords } from './wrong-passwords.ts';

type Parts = {
  readonly config: Config;
  readonly db: Db;
  readonly key: Buffer;
  readonly clock: Clock;
  readonly addresses: Addresses;
  readonly ledger: AccountLedger;
  readonly unlocks: Unlocks;
  readonly plans: AgentPlans;
  readonly uses: TokenUses;
};

/** Accounts with everything that may act for them: tokens, sessions, API keys, apps. */
export function createAccountFeature(parts: Parts) {
  const { config, db, key, clock, addresses, ledger, unlocks, plans, uses } = parts;
  const tokens = createTokens(db, clock);
  const users = createUsers(db);
  const passwords = createPasswords();
  const invitations = createInvitations(db, clock);
  const registration = createRegistration({ db, key, users, passwords, ledger, invitations, config, clock });
  const places = createSignInPlaces(db, clock);
  const credentials = createCredentials({
    users,
    passwords,
    places,
    wrong: createWrongPasswords(db, clock),
  });
  const signIns = createSignIns(db);
  const signIn = createPluginSignIn({ db, signIns, tokens, users, addresses, clock });
  const lists = createModelLists(db, clock);
  const searches = createSavedSearches(db, clock);
  const sessions = createBrowserSessions({ tokens, key, addresses });
  return {
    tokens,
    sessions,
    signIn,
    authenticate: createAuthenticate({ tokens, sessions, uses }),
    identify: createIdentify({ tokens, sessions }),
    setupCode: registration.setupCode,
    handlers: {
      ...createAccountHandlers({
        registration,
        credentials,
        places,
        users,
        tokens,
        sessions,
        uses,
        ledger,
        unlocks,
      }),
      ...createAccessHandlers({ granted: createGrantedTokens(db, clock), tokens, plans, clock }),
      ...createAccountDataHandlers({
        users,
        credentials,
        sessions,
        uses,
        read: createAccountData({
          db,
          clock,
          ledger,
          unlocks,
          plans,
          lists,
          searches,
          auditLog: createAuditLog(db),
        }),
        remove: createDeleteAccount({ db, clock, users, tokens, ledger, plans }),
        clock,
      }),
      ...createModelListHandlers(lists),
      ...createSavedSearchHandlers(searches),
      ...createSessionHandlers(createAccountSessions(db, clock), uses),
      ...createPluginSignInHandlers(signIn, createApprovals({ signIns, clock })),
    },
  };
}
