/** The page that accepts an invitation; its code stays behind the `#`, which never reaches a server or log. */
export const toInvitationPath = (code: string) => `/sign-in#invite=${encodeURIComponent(code)}`;

/** The same for the desktop app. */
export const toAppInvitation = (server: string, code: string) =>
  `lodestock://connect?${new URLSearchParams({ server, invite: code })}`;

const readFragment = (hash: string) => new URLSearchParams(hash.replace(/^#/, ''));

/** Returns the code in the address of that page; null without one. */
export const readInvitation = (hash: string): string | null => readFragment(hash).get('invite');

/** Returns the code for creating the first account, which a server prints with its address; null without one. */
export const readSetupCode = (hash: string): string | null => readFragment(hash).get('setup');
