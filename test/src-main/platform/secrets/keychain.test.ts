import { expect, test } from 'vitest';
import { createKeychain, type Keytar } from '../../../../src-main/platform/secrets/keychain.ts';
import { startKeyring } from '../../../helpers/with-keyring.ts';
import { createMemoryKeytar } from '../../memory-keytar.ts';
import { createMemoryLog } from '../../memory-log.ts';

function createTestKeychain(load: () => Promise<Keytar>) {
  const { log, lines } = createMemoryLog();
  return { keychain: createKeychain({ load, log, platform: 'linux' }), lines };
}

const refuse = async () => {
  throw new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
};
const brokenKeytar: Keytar = { getPassword: refuse, setPassword: refuse, deletePassword: refuse };

test('keeps a secret under service and account', async () => {
  const { keytar, entries } = createMemoryKeytar();
  const { keychain } = createTestKeychain(async () => keytar);

  expect(await keychain.set('http://127.0.0.1:8787', 'lsp_1')).toBe(true);

  expect([...entries]).toEqual([['Lodestock/http://127.0.0.1:8787', 'lsp_1']]);
  expect(await keychain.get('http://127.0.0.1:8787')).toBe('lsp_1');
});

test('does not load the module before it is needed', async () => {
  let loads = 0;
  const { keytar } = createMemoryKeytar();
  const { keychain } = createTestKeychain(async () => {
    loads += 1;
    return keytar;
  });
  expect(loads).toBe(0);

  await keychain.get('a');
  await keychain.get('b');

  expect(loads).toBe(1);
});

test('says that libsecret is not installed', async () => {
  const { keychain, lines } = createTestKeychain(async () => {
    throw new Error('Failed to load keytar native addon');
  });

  expect(await keychain.set('a', 'b')).toBe(false);

  expect(keychain.status()).toEqual({
    isAvailable: false,
    message: expect.stringContaining('libsecret is not installed'),
  });
  expect(lines.join()).toContain('Failed to load keytar native addon');
});

test('says that no system keychain is running', async () => {
  const { keychain, lines } = createTestKeychain(async () => brokenKeytar);

  expect(await keychain.get('a')).toBeNull();

  expect(keychain.status().message).toContain('No system keychain is running');
  expect(lines.join()).toContain('Cannot autolaunch D-Bus');
});

test('finds out that a locked keychain stores nothing', async () => {
  const locked: Keytar = {
    getPassword: async () => null,
    setPassword: async () => {
      throw new Error('Object does not exist at path "/org/freedesktop/secrets/collection/login"');
    },
    deletePassword: async () => false,
  };
  const { keychain } = createTestKeychain(async () => locked);
  await keychain.get('a');
  expect(keychain.status().isAvailable).toBe(true);

  expect(await keychain.probe()).toBe(false);

  expect(keychain.status().isAvailable).toBe(false);
});

test('leaves no trace of a probe behind', async () => {
  const { keytar, entries } = createMemoryKeytar();
  const { keychain } = createTestKeychain(async () => keytar);

  expect(await keychain.probe()).toBe(true);

  expect(entries.size).toBe(0);
});

test('is available again once the keychain runs', async () => {
  const { keytar } = createMemoryKeytar();
  let isRunning = false;
  const pick = () => (isRunning ? keytar : brokenKeytar);
  const { keychain } = createTestKeychain(async () => ({
    getPassword: (service, account) => pick().getPassword(service, account),
    setPassword: (service, account, secret) => pick().setPassword(service, account, secret),
    deletePassword: (service, account) => pick().deletePassword(service, account),
  }));
  await keychain.probe();
  expect(keychain.status().isAvailable).toBe(false);

  isRunning = true;
  await keychain.probe();

  expect(keychain.status()).toEqual({ isAvailable: true, message: null });
});

test('works with the keychain of the system', async ({ skip, onTestFinished }) => {
  const keyring = await startKeyring();
  if (!keyring) return skip('no gnome-keyring and dbus on this computer');
  const previous = { ...process.env };
  onTestFinished(async () => {
    process.env = previous;
    await keyring.stop();
  });
  Object.assign(process.env, keyring.env);
  const { keychain } = createTestKeychain(async () => (await import('keytar')).default);

  expect(await keychain.probe()).toBe(true);

  expect(await keychain.set('http://127.0.0.1:8787', 'lsp_real')).toBe(true);
  expect(await keychain.get('http://127.0.0.1:8787')).toBe('lsp_real');
  expect(await keychain.delete('http://127.0.0.1:8787')).toBe(true);
  expect(await keychain.get('http://127.0.0.1:8787')).toBeNull();
});
