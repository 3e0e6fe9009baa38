import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SessionAnswer } from '../../../server/contract/accounts.ts';
import type { AppError } from '../../../server/contract/errors.ts';
import type { InputOf } from '../../../server/contract/index.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import { readUnlocked } from './read-unlocked.ts';

type WebSessionApi = Api<'session' | 'signIn' | 'signUp' | 'signOut' | 'entitlements'>;

export type WebSessionState = {
  readonly status: 'loading' | 'ready';
  readonly user: SessionAnswer['user'];
  readonly balanceUsd: number | null;
  readonly unlocked: ReadonlySet<string>;
  /** Who may make an account here. */
  readonly registration: NonNullable<SessionAnswer['registration']>;
  readonly isBusy: boolean;
  readonly error: AppError | null;
};
type WebSessionActions = {
  load(): Promise<void>;
  signIn(input: InputOf<'signIn'>): Promise<void>;
  signUp(input: InputOf<'signUp'>): Promise<void>;
  signOut(): Promise<void>;
  forgetError(): void;
};
export type WebSessionStore = StoreApi<WebSessionState & WebSessionActions>;

const nobody = { user: null, balanceUsd: null, unlocked: new Set<string>() };

export function createWebSessionStore(api: WebSessionApi): WebSessionStore {
  return createStore<WebSessionState & WebSessionActions>()((set, get) => {
    const readUnlocks = async () => {
      const unlocked = await readUnlocked(api, nobody.unlocked);
      if (get().user !== null) set({ unlocked });
    };
    const take = ({ user, balanceUsd, registration = get().registration }: SessionAnswer) => {
      set({ ...nobody, status: 'ready', user, balanceUsd, registration, error: null });
      if (user !== null) readUnlocks().catch(() => {}); // badges only
    };
    const attempt = async (work: () => Promise<void>) => {
      set({ isBusy: true, error: null });
      try {
        await work();
        set({ isBusy: false });
      } catch (error) {
        set({ isBusy: false, status: 'ready', error: toAppError(error) });
      }
    };
    return {
      ...nobody,
      status: 'loading',
      registration: 'open',
      isBusy: false,
      error: null,
      load: () => attempt(async () => take(await api.call('session'))),
      signIn: (input) => attempt(async () => take(await api.call('signIn', input))),
      signUp: (input) => attempt(async () => take(await api.call('signUp', input))),
      signOut: () =>
        attempt(async () => {
          await api.call('signOut');
          take(await api.call('session'));
        }),
      forgetError: () => set({ error: null }),
    };
  });
}
