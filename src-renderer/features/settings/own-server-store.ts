import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { OwnServer, Restored, ServerCheck, StorageUse } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

type OwnServerApi = Api<
  | 'ownServer.read'
  | 'ownServer.share'
  | 'ownServer.measure'
  | 'ownServer.check'
  | 'ownServer.readLog'
  | 'ownServer.showLog'
  | 'ownServer.chooseBackupFolder'
  | 'ownServer.backUp'
  | 'ownServer.restore'
>;

/** What takes a while, and is not begun twice. */
type OwnServerWork = 'share' | 'check' | 'backUp' | 'restore';

type OwnServerState = {
  readonly facts: OwnServer | null;
  readonly storage: StorageUse | null;
  readonly checked: ServerCheck | null;
  /** What was restored. */
  readonly restored: Restored | null;
  /** Null until it is asked for. */
  readonly log: readonly string[] | null;
  readonly running: OwnServerWork | null;
  readonly error: AppError | null;
};
type OwnServerActions = {
  load(): Promise<void>;
  share(isShared: boolean): Promise<void>;
  check(): Promise<void>;
  chooseBackupFolder(): Promise<void>;
  backUp(): Promise<void>;
  restore(): Promise<void>;
  readLog(): Promise<void>;
  showLog(): Promise<void>;
};
export type OwnServerStore = StoreApi<OwnServerState & OwnServerActions>;

/** The server in this app, for whoever runs it for others too. */
export function createOwnServerStore(api: OwnServerApi): OwnServerStore {
  return createStore<OwnServerState & OwnServerActions>()((set, get) => {
    const take = async (work: () => Promise<Partial<OwnServerState>>) => {
      try {
        set({ ...(await work()), error: null });
      } catch (error) {
        set({ error: toAppError(error) });
      }
    };
    const run = async (name: OwnServerWork, work: () => Promise<Partial<OwnServerState>>) => {
      if (get().running !== null) return;
      set({ running: name });
      await take(work);
      set({ running: null });
    };
    return {
      facts: null,
      storage: null,
      checked: null,
      restored: null,
      log: null,
      running: null,
      error: null,
      load: async () => {
        await take(async () => ({ facts: await api.call('ownServer.read') }));
        const storage = await api.call('ownServer.measure').catch(() => null);
        set({ storage });
      },
      share: (isShared) =>
        run('share', async () => ({ facts: await api.call('ownServer.share', { isShared }) })),
      check: () => run('check', async () => ({ checked: await api.call('ownServer.check') })),
      chooseBackupFolder: () => take(async () => ({ facts: await api.call('ownServer.chooseBackupFolder') })),
      backUp: () => run('backUp', async () => ({ facts: await api.call('ownServer.backUp') })),
      restore: () => run('restore', async () => ({ restored: await api.call('ownServer.restore') })),
      readLog: () => take(async () => ({ log: await api.call('ownServer.readLog') })),
      showLog: () =>
        take(async () => {
          await api.call('ownServer.showLog');
          return {};
        }),
    };
  });
}
