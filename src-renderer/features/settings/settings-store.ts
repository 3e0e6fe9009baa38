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

type SettingsApi = Api<
  | 'settings.read'
  | 'settings.update'
  | 'settings.chooseModelsFolder'
  | 'settings.chooseCertificateFile'
  | 'settings.setProxySignIn'
  | 'server.join'
  | 'server.discover'
  | 'doctor.examine'
  | 'doctor.bundle'
  | 'app.copyText'
  | 'app.saveText'
  | 'app.info',
  'settings.changed'
>;

/** Joins a server, or gives the question to ask first. Rejects with a sentence for the address field. */
export type JoinServer = (request: DesktopCallInput<'server.join'>) => Promise<JoinAnswer>;

/** Servers that announce themselves on the local network. Rejects with a sentence. */
export type FindServers = () => Promise<DesktopCallOutput<'server.discover'>>;

export type Examination = DesktopCallOutput<'doctor.examine'>;

type SettingsState = {
  readonly settings: Settings | null;
  readonly info: DesktopCallOutput<'app.info'> | null;
  readonly error: AppError | null;
  /** What was found when the app was last examined; `running` while it is. */
  readonly examination: Examination | 'running' | null;
};
type SettingsActions = {
  load(): Promise<void>;
  /** True when the change was taken. */
  update(change: Partial<Settings>): Promise<boolean>;
  /** Offers the models of a folder from the server in this app; nothing changes when the person chooses none. */
  chooseModelsFolder(): Promise<void>;
  chooseCertificateFile(): Promise<void>;
  /** True when it was stored. */
  setProxySignIn(signIn: DesktopCallInput<'settings.setProxySignIn'>): Promise<boolean>;
  readonly join: JoinServer;
  readonly discover: FindServers;
  examine(): Promise<void>;
  copyReport(): Promise<void>;
  /** Asks where, and saves versions, settings, findings and the end of the logs. */
  saveDiagnostics(): Promise<void>;
};
export type SettingsStore = StoreApi<SettingsState & SettingsActions>;

export function createSettingsStore(api: SettingsApi): SettingsStore {
  return createStore<SettingsState & SettingsActions>()((set, get) => {
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
      examination: null,
      load: async () => {
        await keepError(async () => ({ settings: await api.call('settings.read') }));
        await keepError(async () => ({ info: await api.call('app.info') }));
      },
      update: (change) => keepError(async () => ({ settings: await api.call('settings.update', change) })),
      discover: () => api.call('server.discover'),
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
      examine: async () => {
        set({ examination: 'running' });
        const isDone = await keepError(async () => ({ examination: await api.call('doctor.examine') }));
        if (!isDone) set({ examination: null });
      },
      copyReport: async () => {
        const { examination } = get();
        if (examination === null || examination === 'running') return;
        await keepError(async () => {
          await api.call('app.copyText', { text: examination.report });
          return {};
        });
      },
      saveDiagnostics: async () => {
        await keepError(async () => {
          await api.call('app.saveText', await api.call('doctor.bundle'));
          return {};
        });
      },
    };
  });
}
