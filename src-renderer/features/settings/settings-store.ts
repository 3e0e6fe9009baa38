import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type {
  DesktopCallInput,
  DesktopCallOutput,
  JoinAnswer,
  Settings,
} from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

export type SettingsApi = Api<
  | 'settings.read'
  | 'settings.update'
  | 'settings.chooseLibraryFolder'
  | 'settings.chooseModelsFolder'
  | 'settings.chooseCertificateFile'
  | 'settings.setProxySignIn'
  | 'server.join'
  | 'app.info',
  'settings.changed'
>;

/** Joins a server, or gives the question to ask first. Rejects with a sentence for the address field. */
export type JoinServer = (request: DesktopCallInput<'server.join'>) => Promise<JoinAnswer>;

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
  /** Offers the models of a folder from the server in this app; nothing changes when the person chooses none. */
  chooseModelsFolder(): Promise<void>;
  chooseCertificateFile(): Promise<void>;
  /** True when it was stored. */
  setProxySignIn(signIn: DesktopCallInput<'settings.setProxySignIn'>): Promise<boolean>;
  readonly join: JoinServer;
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
      join: async (request) => {
        const answer = await api.call('server.join', request);
        if (answer.status === 'joined') set({ settings: answer.settings, error: null });
        return answer;
      },
      chooseModelsFolder: async () => {
        await keepError(async () => ({ settings: await api.call('settings.chooseModelsFolder') }));
      },
      chooseCertificateFile: async () => {
        await keepError(async () => ({ settings: await api.call('settings.chooseCertificateFile') }));
      },
      setProxySignIn: (signIn) =>
        keepError(async () => ({ settings: await api.call('settings.setProxySignIn', signIn) })),
      chooseLibraryFolder: async () => {
        await keepError(async () => ({ settings: await api.call('settings.chooseLibraryFolder') }));
      },
    };
  });
}
