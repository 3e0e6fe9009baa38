/** The page where an invitation is used; its code stays behind the `#`, which no server and no log sees. */
export const toInvitationPath = (code: string) => `/sign-in#invite=${encodeURIComponent(code)}`;

/** The same in the desktop app. */
export const toAppInvitation = (server: string, code: string) =>
  `lodestock://connect?${new URLSearchParams({ server, invite: code })}`;

const readFragment = (hash: string) => new URLSearchParams(hash.replace(/^#/, ''));

/** The code in the address of that page; null without one. */
export const readInvitation = (hash: string): string | null => readFragment(hash).get('invite');

/** The code with which the first account is made, as a server prints it with its address; null without one. */
export const readSetupCode = (hash: string): string | null => readFragment(hash).get('setup');
