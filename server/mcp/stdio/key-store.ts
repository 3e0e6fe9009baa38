import { AppError } from '../../contract/errors.ts';

const service = 'Lodestock for agents';

/** Account under which the key for this computer's server is stored, whatever its port. */
export const localKeyOwner = 'this computer';

const refuse = (cause: unknown) =>
  new AppError('UNAVAILABLE', 'The keychain of this computer cannot be reached. Unlock it and try again.', {
    cause,
  });

// Loaded on demand: it needs a desktop library that plain servers lack.
const loadKeytar = async () => (await import('keytar')).default;

/** API keys of agents on this computer, one per server URL, stored only in the operating system's keychain. */
export const keyStore = {
  /** Null if there is none, or the keychain cannot be reached: free models work without. */
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
  /** Returns whether there was one. Throws UNAVAILABLE. */
  async forget(serverUrl: string): Promise<boolean> {
    try {
      return await (await loadKeytar()).deletePassword(service, serverUrl);
    } catch (cause) {
      throw refuse(cause);
    }
  },
};
