/** The page where an invitation is used; its code stays behind the `#`, which no server and no log sees. */
export const toInvitationPath = (code: string) => `/sign-in#invite=${encodeURIComponent(code)}`;

/** The same in the desktop app. */
export const toAppInvitation = (server: string, code: string) =>
  `lodestock://connect?${new URLSearchParams({ server, invite: code })}`;

/** The code in the address of that page; null without one. */
export function readInvitation(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('invite');
}
