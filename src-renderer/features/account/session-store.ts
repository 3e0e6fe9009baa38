import type { Session } from '../../../src-main/platform/ipc/contract.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';
import { noteHasPrices } from '../../lib/has-prices.ts';
import { readUnlocked } from './read-unlocked.ts';

type SessionApi = Api<
  `session.${'read' | 'signIn' | 'openApproval' | 'cancelSignIn' | 'signOut'}` | 'balance' | 'entitlements',
  'session.changed'
>;

export type SessionState = {
  readonly session: Session | null;
  readonly balanceUsd: number | null;
  readonly unlocked: ReadonlySet<string>;
  readonly isDialogOpen: boolean;
};
export type SessionStore = ReturnType<typeof createSessionStore>;

const nobody = { balanceUsd: null, unlocked: new Set<string>() };

export const createSessionStore = (api: SessionApi) =>
  createRemote<SessionState>({ session: null, ...nobody, isDialogOpen: false })(({ get, set, attempt }) => {
    /** Counts sign-outs, to discard responses for a previous user. */
    let signOuts = 0;
    const readBalance = async () => {
      const before = signOuts;
      const { balanceUsd, hasPrices = true } = await api.call('balance');
      if (signOuts !== before) return;
      noteHasPrices(hasPrices);
      set({ balanceUsd: hasPrices ? balanceUsd : null });
    };
    const readUnlocks = async () => {
      const before = signOuts;
      const unlocked = await readUnlocked(api, get().unlocked);
      if (signOuts === before) set({ unlocked: new Set([...get().unlocked, ...unlocked]) });
    };
    const refreshAccount = async () => {
      if (get().session?.status !== 'signed-in') return;
      await Promise.allSettled([readBalance(), readUnlocks()]); // a sign-in can omit either permission
    };
    const show = (session: Session) => {
      const before = get().session?.status;
      const isSignedIn = session.status === 'signed-in';
      if (!isSignedIn) signOuts += 1;
      set({ session, ...(isSignedIn ? { isDialogOpen: false } : nobody) });
      if (isSignedIn && before !== 'signed-in') void refreshAccount();
    };
    const ask = (work: () => Promise<Session>) => attempt(async () => show(await work()));
    api.on('session.changed', show);
    return {
      refreshAccount,
      load: () => ask(() => api.call('session.read')),
      async signIn() {
        set({ isDialogOpen: true, error: null });
        await ask(() => api.call('session.signIn'));
      },
      openApproval: () => attempt(() => api.call('session.openApproval')),
      closeDialog() {
        set({ isDialogOpen: false });
        if (get().session?.status === 'waiting') void ask(() => api.call('session.cancelSignIn'));
      },
      signOut: () => ask(() => api.call('session.signOut')),
    };
  });
