import type { SessionAnswer } from '../../../server/contract/accounts/accounts.ts';
import type { InputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { createRemote } from '../../data/remote.ts';
import { readUnlocked } from './read-unlocked.ts';

type WebSessionApi = Api<'session' | 'signIn' | 'signUp' | 'signOut' | 'entitlements'>;

export type WebSessionState = {
  readonly status: 'loading' | 'ready';
  readonly user: SessionAnswer['user'];
  readonly balanceUsd: number | null;
  readonly unlocked: ReadonlySet<string>;
  /** Who may create an account here. */
  readonly registration: NonNullable<SessionAnswer['registration']>;
  /** True if the company's provider signs users in. */
  readonly companySignIn: boolean;
  /** Who may sign in with a password. */
  readonly passwords: NonNullable<SessionAnswer['passwords']>;
  readonly isBusy: boolean;
};
export type WebSessionStore = ReturnType<typeof createWebSessionStore>;

const nobody = { user: null, balanceUsd: null, unlocked: new Set<string>() };
const initial: WebSessionState = {
  ...nobody,
  ...{ status: 'loading', registration: 'open', companySignIn: false, passwords: 'on', isBusy: false },
};

/** `leaveCompany` navigates to the company provider's own sign-out. */
export const createWebSessionStore = (api: WebSessionApi, leaveCompany: () => void) =>
  createRemote(initial)(({ get, set, take }) => {
    const readUnlocks = async () => {
      const unlocked = await readUnlocked(api, nobody.unlocked);
      if (get().user !== null) set({ unlocked });
    };
    const show = async (ask: () => Promise<SessionAnswer>) => {
      set({ isBusy: true, error: null });
      const isDone = await take(async () => {
        const { user, balanceUsd, ...answer } = await ask();
        const before = get();
        const ways = {
          registration: answer.registration ?? before.registration,
          companySignIn: answer.companySignIn ?? before.companySignIn,
          passwords: answer.passwords ?? before.passwords,
        };
        return { ...nobody, ...ways, status: 'ready', user, balanceUsd, isBusy: false };
      });
      if (!isDone) set({ status: 'ready', isBusy: false });
      else if (get().user !== null) readUnlocks().catch(() => {}); // only for badges
    };
    return {
      load: () => show(() => api.call('session')),
      signIn: (input: InputOf<'signIn'>) => show(() => api.call('signIn', input)),
      signUp: (input: InputOf<'signUp'>) => show(() => api.call('signUp', input)),
      async signOut() {
        await show(async () => {
          await api.call('signOut');
          return api.call('session');
        });
        if (get().user === null && get().companySignIn) leaveCompany();
      },
      forgetError: () => set({ error: null }),
    };
  });
