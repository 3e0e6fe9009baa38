import type { Keytar } from '../../src-main/platform/secrets/keychain.ts';

/** A keychain that works, for tests of what is built upon one. */
export function createMemoryKeytar() {
  const entries = new Map<string, string>();
  const keyOf = (service: string, account: string) => `${service}/${account}`;
  const keytar: Keytar = {
    getPassword: async (service, account) => entries.get(keyOf(service, account)) ?? null,
    setPassword: async (service, account, secret) => void entries.set(keyOf(service, account), secret),
    deletePassword: async (service, account) => entries.delete(keyOf(service, account)),
  };
  return { keytar, entries };
}
