import type { Settings } from '../platform/ipc/contract.ts';
import { createProxySignIn } from '../platform/network/proxy-sign-in.ts';
import { createKeychain } from '../platform/secrets/keychain.ts';
import { toManagedSettings } from '../platform/settings/read-policy.ts';
import { createSettings, createSettingsHandlers, SettingsFile } from '../platform/settings/settings.ts';
import { createJsonFile } from '../platform/storage/json-file.ts';
import type { FeatureOptions } from './feature-options.ts';

type Hooks = {
  readonly onBroken: (aside: string) => void;
  readonly onChange: (next: Settings, previous: Settings) => void;
};

/** Opens the settings of the user and their organisation, and the network and keychain that depend on them. */
export function openSettings(given: FeatureOptions, { onBroken, onChange }: Hooks) {
  const { log, places, desktop, publish } = given;
  const settings = createSettings({
    file: createJsonFile({ file: places.settings, schema: SettingsFile, log, onBroken }),
    defaultLibraryFolder: given.defaultLibraryFolder,
    hasModelsFolder: given.hasModelsFolder,
    readManaged: async (check) => toManagedSettings(await given.readPolicy(), check, log),
    onChange(next, previous) {
      publish('settings.changed', next);
      desktop.setTheme(next.theme);
      onChange(next, previous);
    },
  });
  const keychain = createKeychain({ load: given.loadKeytar, log, platform: process.platform });
  const proxySignIn = createProxySignIn({
    keychain,
    user: () => settings.read().proxyUser,
    setUser: (proxyUser) => settings.update({ proxyUser }),
  });
  const http = given.createHttp({
    certificateFile: () => settings.read().certificateFile,
    proxySignIn: () => proxySignIn.read(),
  });
  const handlers = createSettingsHandlers(settings, {
    proxySignIn,
    chooseFile: (title) => desktop.chooseFile(title, 'Certificates', ['pem', 'crt', 'cer']),
    setStartAtLogin: desktop.setStartAtLogin,
    chooseModelsFolder: (current) => desktop.chooseFolder(current, 'Choose the folder with your models'),
  });
  return {
    settings,
    keychain,
    http,
    handlers,
    async load() {
      await settings.load();
      const { theme, startAtLogin } = settings.read();
      desktop.setTheme(theme);
      // The app may have been moved or renamed since the last start.
      if (startAtLogin && given.info.isPackaged)
        desktop.setStartAtLogin(true).catch((error: unknown) => log.warn('start-at-login', { error }));
    },
  };
}
