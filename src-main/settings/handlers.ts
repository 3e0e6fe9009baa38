import type { FeatureHandlers } from '../ipc/handlers.ts';
import type { SettingsStore } from './settings.ts';

/** `chooseFolder` asks the person and answers null when they change their mind. */
export function createSettingsHandlers(
  settings: SettingsStore,
  chooseFolder: (current: string) => Promise<string | null>,
): FeatureHandlers<'settings'> {
  return {
    'settings.read': settings.read,
    'settings.update': settings.update,
    'settings.chooseLibraryFolder': async () => {
      const libraryFolder = await chooseFolder(settings.read().libraryFolder);
      return libraryFolder === null ? settings.read() : settings.update({ libraryFolder });
    },
  };
}
