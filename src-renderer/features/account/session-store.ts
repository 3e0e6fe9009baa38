import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { Session } from '../../../src-main/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import { readUnlocked } from './read-unlocked.ts';

type SessionApi = Api<
  | 'session.read'
  | 'session.signIn'
  | 'session.openApproval'
  | 'session.cancelSignIn'
  | 'session.signOut'
  | 'balance'
  | 'entitlements',
  'session.changed'
>;

export type SessionState = {
  readonly session: Session | null;
  readonly balanceUsd: number | null;
  /** Guids of the unlocked models. */
  readonly unlocked: ReadonlySet<string>;
  readonly isDialogOpen: boolean;
  readonly error: AppError | null;
};
type SessionActions = {
  load(): Promise<void>;
  signIn(): Promise<void>;
  openApproval(): Promise<void>;
  closeDialog(): void;
  signOut(): Promise<void>;
  /** Reads balance and unlocks again, after something was charged. */
  refreshAccount(): Promise<void>;
};
export type SessionStore = StoreApi<SessionState & SessionActions>;

const nobody = { balanceUsd: null, unlocked: new Set<string>() };

export function createSessionStore(api: SessionApi): SessionStore {
  return createStore<SessionState & SessionActions>()((set, get) => {
    /** Counts sign-outs: what was asked for before one is of another person. */
    let signOuts = 0;
    const readBalance = async () => {
      const before = signOuts;
      const { balanceUsd } = await api.call('balance');
      if (signOuts === before) set({ balanceUsd });
    };
    const readUnlocks = async () => {
      const before = signOuts;
      const unlocked = await readUnlocked(api, get().unlocked);
      if (signOuts === before) set({ unlocked: new Set([...get().unlocked, ...unlocked]) });
    };
    const refreshAccount = async () => {
      if (get().session?.status !== 'signed-in') return;
      await Promise.allSettled([readBalance(), readUnlocks()]); // a sign-in may leave either permission out
    };
    const take = (session: Session) => {
      const before = get().session?.status;
      if (session.status !== 'signed-in') signOuts += 1;
      set({ session, ...(session.status !== 'signed-in' && nobody) });
      if (session.status === 'signed-in' && before !== 'signed-in') void refreshAccount();
      if (session.status === 'signed-in') set({ isDialogOpen: false });
    };
    const attempt = async (work: () => Promise<Session | undefined>) => {
      try {
        const session = await work();
        if (session !== undefined) take(session);
        set({ error: null });
      } catch (error) {
        set({ error: toAppError(error) });
      }
    };
    api.on('session.changed', take);
    return {
      session: null,
      ...nobody,
      isDialogOpen: false,
      error: null,
      load: () => attempt(() => api.call('session.read')),
      signIn: () => {
        set({ isDialogOpen: true, error: null });
        return attempt(() => api.call('session.signIn'));
      },
      openApproval: () => attempt(() => api.call('session.openApproval')),
      closeDialog: () => {
        set({ isDialogOpen: false });
        if (get().session?.status === 'waiting') void attempt(() => api.call('session.cancelSignIn'));
      },
      signOut: () => attempt(() => api.call('session.signOut')),
      refreshAccount,
    };
  });
}
