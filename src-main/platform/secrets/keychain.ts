import { randomUUID } from 'node:crypto';
import type { Session } from '../ipc/contract.ts';
import type { Log } from '../storage/log.ts';

/** The part of keytar that we use. */
export type Keytar = {
  readonly getPassword: (service: string, account: string) => Promise<string | null>;
  readonly setPassword: (service: string, account: string, secret: string) => Promise<void>;
  readonly deletePassword: (service: string, account: string) => Promise<boolean>;
};

/** No method throws. If the keychain fails, the status reports it and the log has the error. */
export type Keychain = ReturnType<typeof createKeychain>;

type KeychainOptions = { readonly load: () => Promise<Keytar>; readonly log: Log; readonly platform: string };

const service = 'Lodestock';
const consequence = 'so you will be signed out when you close Lodestock.';

function loadMessage(platform: string): string {
  return platform === 'linux'
    ? `libsecret is not installed, ${consequence} Install the package libsecret-1-0 (libsecret on Fedora and Arch), then restart Lodestock.`
    : `The keychain module could not be loaded, ${consequence} Reinstall Lodestock.`;
}

function callMessage(platform: string): string {
  return platform === 'linux'
    ? `No system keychain is running or it is locked, ${consequence} Start and unlock GNOME Keyring or KWallet, then sign in again.`
    : `The system keychain denied access, ${consequence} Unlock it, then sign in again.`;
}

/** The operating system's keychain, loaded on first use. Secrets are stored nowhere else. */
export function createKeychain({ load, log, platform }: KeychainOptions) {
  let status: Session['keychain'] = { isAvailable: true, message: null };
  let loading: Promise<Keytar> | null = null;

  function fail(event: string, message: string, error: unknown): null {
    status = { isAvailable: false, message };
    log.warn(event, { error });
    return null;
  }

  async function withKeytar<T>(work: (keytar: Keytar) => Promise<T>): Promise<T | null> {
    loading ??= load();
    const keytar = await loading.catch((error: unknown) =>
      fail('keychain.not-loaded', loadMessage(platform), error),
    );
    if (!keytar) return null;
    return work(keytar).catch((error: unknown) => fail('keychain.failed', callMessage(platform), error));
  }

  /** Stores, reads and removes an entry, as nothing less distinguishes a working keychain from a locked one. */
  async function probe(): Promise<boolean> {
    const account = `probe-${randomUUID()}`;
    const found = await withKeytar(async (keytar) => {
      await keytar.setPassword(service, account, account);
      const secret = await keytar.getPassword(service, account);
      await keytar.deletePassword(service, account);
      if (secret !== account) throw new Error('The keychain did not return what was stored.');
      return true;
    });
    if (found) status = { isAvailable: true, message: null };
    return found === true;
  }

  return {
    status: (): Session['keychain'] => status,
    probe,
    get: (account: string): Promise<string | null> =>
      withKeytar((keytar) => keytar.getPassword(service, account)),
    /** Returns false if the secret could not be stored. */
    set: async (account: string, secret: string): Promise<boolean> =>
      (await withKeytar((keytar) => keytar.setPassword(service, account, secret).then(() => true))) === true,
    delete: async (account: string): Promise<boolean> =>
      (await withKeytar((keytar) => keytar.deletePassword(service, account))) !== null,
  };
}
