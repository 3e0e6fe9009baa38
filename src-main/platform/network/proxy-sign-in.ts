import { AppError } from '../../../server/contract/errors.ts';
import type { Settings } from '../ipc/contract.ts';
import type { Keychain } from '../secrets/keychain.ts';
import type { ProxySignIn } from './proxies.ts';

export type ProxySignInKeeper = ReturnType<typeof createProxySignIn>;

type KeeperOptions = {
  readonly keychain: Keychain;
  readonly user: () => string | null;
  readonly setUser: (user: string | null) => Promise<Settings>;
};

const account = 'proxy';

/** Manages the sign-in at the system's proxy. Without a user name, the keychain is not even read. */
export function createProxySignIn({ keychain, user, setUser }: KeeperOptions) {
  let password: Promise<string | null> | null = null;
  return {
    async read(): Promise<ProxySignIn | null> {
      const name = user();
      if (name === null) return null;
      password ??= keychain.get(account);
      const found = await password;
      return found === null ? null : { user: name, password: found };
    },
    async set(signIn: ProxySignIn | null): Promise<Settings> {
      password = Promise.resolve(signIn?.password ?? null);
      const isKept = signIn ? await keychain.set(account, signIn.password) : await keychain.delete(account);
      const settings = await setUser(signIn?.user ?? null);
      if (signIn && !isKept)
        throw new AppError(
          'UNAVAILABLE',
          'The proxy’s password is used until Lodestock closes, but could not be stored in the keychain. Unlock it, then save again.',
        );
      return settings;
    },
  };
}
