import { z } from 'zod';
import type { Words } from '../../server/contract/sentence.ts';
import { toServerAddress } from '../../server/contract/server-address.ts';
import type { Session } from '../platform/ipc/contract.ts';
import type { Keychain } from '../platform/secrets/keychain.ts';
import type { JsonFile } from '../platform/storage/json-file.ts';

/** Stored outside the keychain: nothing secret, but enough to show the name while offline. */
export const KnownSessions = z.object({
  version: z.literal(1),
  sessions: z.record(
    z.string(),
    z.object({
      userName: z.string().nullable(),
      userId: z.string().nullable().default(null),
      scopes: z.array(z.string()),
    }),
  ),
});
export type KnownSessions = z.infer<typeof KnownSessions>;

export type Grant = {
  readonly token: string;
  readonly userName: string | null;
  readonly userId?: string | null;
  readonly scopes: readonly string[];
};
type SignedInAccount = { readonly server: string; readonly id: string | null };
type Approval = { readonly userCode: string; readonly approveUrl: string; readonly expiresAt: string };

export type SessionKeeper = ReturnType<typeof createSessionKeeper>;

type SessionKeeperOptions = {
  readonly keychain: Keychain;
  readonly file: JsonFile<KnownSessions>;
  readonly onChange: () => void;
};

const refusedMessage = 'The server no longer accepts this sign-in. Sign in again.';
const lostMessage = 'Your sign-in is no longer in the system keychain. Sign in again.';

/** Manages the sign-in: the token is in the keychain, or only in memory if no keychain works. */
export function createSessionKeeper({ keychain, file, onChange }: SessionKeeperOptions) {
  let server: string | null = null;
  let grant: Grant | null = null;
  let approval: Approval | null = null;
  let message: Words | null = null;
  let known: KnownSessions['sessions'] | null = null;
  let isRestoring = false;

  async function readKnown(): Promise<KnownSessions['sessions']> {
    known ??= (await file.read())?.sessions ?? {};
    return known;
  }

  async function remember(account: string, entry: Grant | null): Promise<void> {
    const { [account]: _previous, ...others } = await readKnown();
    known = others;
    if (entry !== null) {
      const { userName, userId = null, scopes } = entry;
      known = { ...others, [account]: { userName, userId, scopes: [...scopes] } };
    }
    await file.write({ version: 1, sessions: known }).catch(() => undefined); // already logged; the sign-in works without it
  }

  async function readToken(account: string): Promise<string | null> {
    const token = await keychain.get(account);
    if (token !== null || !keychain.status().isAvailable) return token;
    return (await keychain.probe()) ? keychain.get(account) : null; // a locked keychain reads as empty
  }

  async function restore(account: string): Promise<void> {
    const entry = (await readKnown())[account];
    if (!entry) return;
    const token = await readToken(account);
    if (server !== account || grant) return;
    if (token) grant = { token, ...entry };
    else message = keychain.status().message ?? lostMessage;
  }

  /** Restores the sign-in of another server from the keychain, without the network. */
  async function takeUp(baseUrl: string): Promise<void> {
    const next = toServerAddress(baseUrl);
    if (next === server) return;
    server = next;
    grant = null;
    approval = null;
    message = null;
    isRestoring = true;
    try {
      await restore(next);
    } finally {
      if (server === next) isRestoring = false;
    }
    onChange();
  }

  async function signIn(baseUrl: string, next: Grant): Promise<void> {
    const account = toServerAddress(baseUrl);
    await keychain.set(account, next.token);
    await remember(account, next);
    if (account !== server) return;
    grant = next;
    approval = null;
    message = null;
    onChange();
  }

  async function signOut(reason: Words | null): Promise<void> {
    const account = server;
    grant = null;
    approval = null;
    message = reason;
    onChange();
    if (!account) return;
    const isForgotten = await keychain.delete(account);
    await remember(account, null);
    if (!isForgotten && message === null) message = keychain.status().message;
    onChange();
  }

  return {
    read: (): Session => ({
      status: grant ? 'signed-in' : approval ? 'waiting' : 'signed-out',
      serverUrl: server,
      userName: grant?.userName ?? null,
      scopes: [...(grant?.scopes ?? [])],
      userCode: approval?.userCode ?? null,
      approveUrl: approval?.approveUrl ?? null,
      expiresAt: approval?.expiresAt ?? null,
      message,
      keychain: keychain.status(),
    }),
    /** Returns the token for this address only; null if signed out. */
    token: (baseUrl: string): string | null =>
      grant && toServerAddress(baseUrl) === server ? grant.token : null,
    account: (): SignedInAccount | null => (grant && server ? { server, id: grant.userId ?? null } : null),
    async learn(token: string, userId: string): Promise<void> {
      if (grant?.token !== token || server === null || grant.userId === userId) return;
      grant = { ...grant, userId };
      await remember(server, grant);
      onChange();
    },
    takeUp,
    /** True while reading the keychain, which can wait for the user to unlock it. */
    isRestoring: (): boolean => isRestoring,
    awaitApproval(next: Approval): void {
      approval = next;
      message = null;
      onChange();
    },
    endWaiting(reason: Words | null): void {
      approval = null;
      message = reason;
      onChange();
    },
    signIn,
    signOut,
    /** Drops a token that the server refused, unless it has been replaced. */
    refuse(baseUrl: string, token: string): void {
      if (grant?.token === token && toServerAddress(baseUrl) === server) void signOut(refusedMessage);
    },
  };
}
