import type { Core } from '../base/core.ts';
import { limits } from '../contract/limits.ts';
import { createAccountSessions, createSessionHandlers } from './access/account-sessions.ts';
import { createTokens } from './access/tokens.ts';
import type { Accounts } from './accounts.ts';
import { createAccountData } from './data/account-data.ts';
import { createAccountDataHandlers } from './data/account-data-handlers.ts';
import { createDeleteAccount } from './data/delete-account.ts';
import { createAccountHandlers } from './handlers.ts';
import { createModelListHandlers } from './lists/model-list-handlers.ts';
import { createIsListed, createModelLists } from './lists/model-lists.ts';
import { createOwnNoteHandlers } from './lists/own-note-handlers.ts';
import { createAccountNotes } from './lists/own-notes.ts';
import { createSavedSearches, createSavedSearchHandlers } from './lists/saved-searches.ts';
import { createAccessHandlers } from './sign-in/access-handlers.ts';
import { createAuthenticate, createIdentify } from './sign-in/authenticate.ts';
import { createBrowserSessions } from './sign-in/browser-sessions.ts';
import { createCredentials } from './sign-in/credentials.ts';
import { createGrantedTokens } from './sign-in/granted-tokens.ts';
import { createInvitations } from './sign-in/invitations.ts';
import { createOauth } from './sign-in/oauth/create-oauth.ts';
import type { Passwords } from './sign-in/passwords.ts';
import { createPluginSignIn } from './sign-in/plugin-sign-in.ts';
import { createPluginSignInHandlers } from './sign-in/plugin-sign-in-handlers.ts';
import { createRegistration } from './sign-in/registration.ts';
import { createSignInPlaces } from './sign-in/sign-in-places.ts';
import { createStartSession } from './sign-in/start-session.ts';

type Parts = Pick<Core, 'config' | 'db' | 'clock' | 'addresses'> & {
  readonly key: Buffer;
  readonly accounts: Accounts;
  readonly passwords: Passwords;
};

/** Accounts and everything that can act for them: tokens, sessions, API keys, apps. */
export function createAccountFeature({ config, db, key, clock, addresses, accounts, passwords }: Parts) {
  const { store, callers, plans, uses } = accounts;
  const isListed = createIsListed(db);
  const tokens = createTokens(clock);
  const invitations = createInvitations(clock);
  const registration = createRegistration({ store, key, passwords, invitations, config, clock });
  const places = createSignInPlaces(store, clock);
  const { wrongPasswords: wrong } = accounts;
  const { passwordUse } = config;
  const credentials = createCredentials({ store, passwords, places, wrong, passwordUse });
  const signIn = createPluginSignIn({ store, tokens, addresses, clock });
  const sessions = createBrowserSessions({ store, tokens, callers, key, addresses });
  const startSession = createStartSession({ sessions, places, uses });
  const wrongCodes = accounts.openLimiter(limits.wrongCodes, 'wrong codes');
  return {
    sessions,
    startSession,
    signIn,
    oauth: createOauth({ config, key, store, tokens, plans, clock }),
    authenticate: createAuthenticate({ callers, sessions, uses }),
    identify: createIdentify({ callers }),
    setupCode: registration.setupCode,
    handlers: {
      ...createAccountHandlers({
        ...{ store, registration, credentials, places, tokens, sessions, uses, isListed },
        ...{ startSession, config },
      }),
      ...createAccessHandlers({ store, granted: createGrantedTokens(store, clock), tokens, plans, clock }),
      ...createAccountDataHandlers({
        ...{ store, credentials, sessions, uses, clock },
        read: createAccountData({ db, store, clock, plans }),
        remove: createDeleteAccount({ db, store, clock, tokens }),
      }),
      ...createModelListHandlers(createModelLists({ store, clock, isListed })),
      ...createOwnNoteHandlers(createAccountNotes(store, clock)),
      ...createSavedSearchHandlers(createSavedSearches(store, clock)),
      ...createSessionHandlers(createAccountSessions(store, clock), uses),
      ...createPluginSignInHandlers(signIn, { store, clock, addresses, wrongCodes }),
    },
  };
}
