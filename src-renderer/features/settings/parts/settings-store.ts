import type {
  DesktopCallInput,
  DesktopCallOutput,
  JoinAnswer,
  Settings,
} from '../../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

type OfSettings = 'read' | 'update' | 'chooseModelsFolder' | 'chooseCertificateFile' | 'setProxySignIn';
type SettingsApi = Api<
  | `settings.${OfSettings}`
  | `server.${'join' | 'discover'}`
  | `doctor.${'examine' | 'bundle'}`
  | `app.${'copyText' | 'saveText' | 'info'}`,
  'settings.changed'
>;

/** Joins a server, or returns the question to ask first. Rejects with a sentence for the address field. */
export type JoinServer = (request: DesktopCallInput<'server.join'>) => Promise<JoinAnswer>;

/** Returns servers announced on the local network. Rejects with a sentence. */
export type FindServers = () => Promise<DesktopCallOutput<'server.discover'>>;

export type Examination = DesktopCallOutput<'doctor.examine'>;

type State = {
  readonly settings: Settings | null;
  readonly info: DesktopCallOutput<'app.info'> | null;
  /** The findings of the last examination; `running` during one. */
  readonly examination: Examination | 'running' | null;
};
export type SettingsStore = ReturnType<typeof createSettingsStore>;

export const createSettingsStore = (api: SettingsApi) =>
  createRemote<State>({ settings: null, info: null, examination: null })(({ get, set, take, attempt }) => {
    const show = (ask: () => Promise<Settings>) => take(async () => ({ settings: await ask() }));
    const discover: FindServers = () => api.call('server.discover');
    const join: JoinServer = async (request) => {
      const answer = await api.call('server.join', request);
      if (answer.status === 'joined') set({ settings: answer.settings, error: null });
      return answer;
    };
    api.on('settings.changed', (settings) => set({ settings }));
    return {
      ...{ discover, join },
      async load() {
        await show(() => api.call('settings.read'));
        await take(async () => ({ info: await api.call('app.info') }));
      },
      update: (change: Partial<Settings>) => show(() => api.call('settings.update', change)),
      /** Offers the models of a folder from the built-in server; nothing changes if the user cancels. */
      chooseModelsFolder: () => show(() => api.call('settings.chooseModelsFolder')),
      chooseCertificateFile: () => show(() => api.call('settings.chooseCertificateFile')),
      setProxySignIn: (signIn: DesktopCallInput<'settings.setProxySignIn'>) =>
        show(() => api.call('settings.setProxySignIn', signIn)),
      async examine() {
        set({ examination: 'running' });
        const isDone = await take(async () => ({ examination: await api.call('doctor.examine') }));
        if (!isDone) set({ examination: null });
      },
      async copyReport() {
        const { examination } = get();
        if (examination !== null && examination !== 'running')
          await attempt(() => api.call('app.copyText', { text: examination.report }));
      },
      /** Asks for a location, and saves versions, settings, findings and the end of the logs. */
      saveDiagnostics: () => attempt(async () => api.call('app.saveText', await api.call('doctor.bundle'))),
    };
  });
