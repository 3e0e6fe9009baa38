import type {
  OwnServer,
  Restored,
  ServerCheck,
  StorageUse,
} from '../../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

type Ask = 'read' | 'share' | 'measure' | 'check' | 'readLog' | 'showLog' | 'chooseBackupFolder';
type OwnServerApi = Api<`ownServer.${Ask | 'backUp' | 'restore'}`>;

type State = {
  readonly facts: OwnServer | null;
  readonly storage: StorageUse | null;
  readonly checked: ServerCheck | null;
  readonly restored: Restored | null;
  /** Null until requested. */
  readonly log: readonly string[] | null;
  /** Slow work, which is never started twice. */
  readonly running: 'share' | 'check' | 'backUp' | 'restore' | null;
};
export type OwnServerStore = ReturnType<typeof createOwnServerStore>;

const initial: State = {
  ...{ facts: null, storage: null, checked: null, restored: null, log: null, running: null },
};

/** The built-in server, for users who also run it for others. */
export const createOwnServerStore = (api: OwnServerApi) =>
  createRemote(initial)(({ get, set, take, attempt }) => {
    const run = async (running: State['running'], work: () => Promise<Partial<State>>) => {
      if (get().running !== null) return;
      set({ running });
      await take(work);
      set({ running: null });
    };
    return {
      async load() {
        await take(async () => ({ facts: await api.call('ownServer.read') }));
        set({ storage: await api.call('ownServer.measure').catch(() => null) });
      },
      share: (isShared: boolean) =>
        run('share', async () => ({ facts: await api.call('ownServer.share', { isShared }) })),
      check: () => run('check', async () => ({ checked: await api.call('ownServer.check') })),
      chooseBackupFolder: () => take(async () => ({ facts: await api.call('ownServer.chooseBackupFolder') })),
      backUp: () => run('backUp', async () => ({ facts: await api.call('ownServer.backUp') })),
      restore: () => run('restore', async () => ({ restored: await api.call('ownServer.restore') })),
      readLog: () => take(async () => ({ log: await api.call('ownServer.readLog') })),
      showLog: () => attempt(() => api.call('ownServer.showLog')),
    };
  });
