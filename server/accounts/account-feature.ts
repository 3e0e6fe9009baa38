import type { Clock } from '../base/clock.ts';
import type { Db } from '../base/db/open-database.ts';
import type { Addresses } from '../base/http/addresses.ts';
import type { AgentPlans } from '../billing/agent-plans.ts';
import type { AccountLedger } from '../billing/ledger.ts';
import type { Unlocks } from '../billing/unlocks.ts';
import type { Config } from '../config.ts';
import { createAccessHandlers } from './access-handlers.ts';
import { createAccountSessions, createSessionHandlers } from './account-sessions.ts';
import { createApprovals } from './approvals.ts';
import { createAuthenticate, createIdentify } from './authenticate.ts';
import { createBrowserSessions } from './browser-sessions.ts';
import { createCredentials } from './credentials.ts';
import { createGrantedTokens } from './granted-tokens.ts';
import { createAccountHandlers } from './handlers.ts';
import { createInvitations } from './invitations.ts';
import { createPasswords } from './passwords.ts';
import { createPluginSignIn } from './plugin-sign-in.ts';
import { createPluginSignInHandlers } from './plugin-sign-in-handlers.ts';
import { createRegistration } from './registration.ts';
import { createSignIns } from './sign-ins.ts';
import type { TokenUses } from './token-uses.ts';
import { createTokens } from './tokens.ts';
import { createUsers } from './users.ts';

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
  const registration = createRegistration({ db, users, passwords, ledger, invitations, config, clock });
  const credentials = createCredentials({ users, passwords, clock });
  const signIns = createSignIns(db);
  const signIn = createPluginSignIn({ db, signIns, tokens, users, addresses, clock });
  const sessions = createBrowserSessions({ tokens, key, addresses });
  return {
    tokens,
    sessions,
    signIn,
    authenticate: createAuthenticate({ tokens, sessions, uses }),
    identify: createIdentify({ tokens, sessions }),
    setupCode: registration.setupCode,
    handlers: {
      ...createAccountHandlers({ registration, credentials, users, tokens, sessions, uses, ledger, unlocks }),
      ...createAccessHandlers({ granted: createGrantedTokens(db, clock), tokens, plans, clock }),
      ...createSessionHandlers(createAccountSessions(db, clock), uses),
      ...createPluginSignInHandlers(signIn, createApprovals({ signIns, clock })),
    },
  };
}
