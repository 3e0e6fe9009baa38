import { AppError } from '../../contract/errors.ts';

const service = 'Lodestock for agents';

/** Whose key is kept for the server of this computer, whatever its port. */
export const localKeyOwner = 'this computer';

const refuse = (cause: unknown) =>
  new AppError('UNAVAILABLE', 'The keychain of this computer cannot be reached. Unlock it and try again.', {
    cause,
  });

// Loaded when it is asked for: it needs a library of the desktop that plain servers do not have.
const loadKeytar = async () => (await import('keytar')).default;

/** API keys of agents on this computer, one per server address, in the keychain of the operating system only. */
export const keyStore = {
  /** null where none is kept, or the keychain cannot be reached: what is free works without. */
  async read(serverUrl: string): Promise<string | null> {
    try {
      return await (await loadKeytar()).getPassword(service, serverUrl);
    } catch {
      return null;
    }
  },
  /** Throws UNAVAILABLE. */
  async keep(serverUrl: string, key: string) {
    try {
      await (await loadKeytar()).setPassword(service, serverUrl, key);
    } catch (cause) {
      throw refuse(cause);
    }
  },
  /** Whether there was one. Throws UNAVAILABLE. */
  async forget(serverUrl: string): Promise<boolean> {
    try {
      return await (await loadKeytar()).deletePassword(service, serverUrl);
    } catch (cause) {
      throw refuse(cause);
    }
  },
};
