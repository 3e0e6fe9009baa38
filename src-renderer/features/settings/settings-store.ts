import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { DesktopCallOutput, Settings } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

export type SettingsApi = Api<
  'settings.read' | 'settings.update' | 'settings.chooseLibraryFolder' | 'app.info',
  'settings.changed'
>;

export type SettingsState = {
  readonly settings: Settings | null;
  readonly info: DesktopCallOutput<'app.info'> | null;
  readonly error: AppError | null;
};
export type SettingsActions = {
  load(): Promise<void>;
  /** True when the change was taken. */
  update(change: Partial<Settings>): Promise<boolean>;
  chooseLibraryFolder(): Promise<void>;
};
export type SettingsStore = StoreApi<SettingsState & SettingsActions>;

export function createSettingsStore(api: SettingsApi): SettingsStore {
  return createStore<SettingsState & SettingsActions>()((set) => {
    const keepError = async (work: () => Promise<Partial<SettingsState>>): Promise<boolean> => {
      try {
        set({ ...(await work()), error: null });
        return true;
      } catch (error) {
        set({ error: toAppError(error) });
        return false;
      }
    };
    api.on('settings.changed', (settings) => set({ settings }));
    return {
      settings: null,
      info: null,
      error: null,
      load: async () => {
        await keepError(async () => ({ settings: await api.call('settings.read') }));
        await keepError(async () => ({ info: await api.call('app.info') }));
      },
      update: (change) => keepError(async () => ({ settings: await api.call('settings.update', change) })),
      chooseLibraryFolder: async () => {
        await keepError(async () => ({ settings: await api.call('settings.chooseLibraryFolder') }));
      },
    };
  });
}
