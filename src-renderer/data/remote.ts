import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../server/contract/errors.ts';
import { toAppError } from '../errors/describe-error.ts';

/** The last result, and why the last attempt failed. */
type Kept<State> = State & { readonly error: AppError | null };

type Tools<State> = {
  readonly get: () => Kept<State>;
  readonly set: (part: Partial<Kept<State>>) => void;
  /** Runs work and stores its error. Resolves with true on success. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Also stores the result of the work. */
  readonly take: (work: () => Promise<Partial<Kept<State>>>) => Promise<boolean>;
  /** For repeated queries: only the result of the latest one counts. */
  readonly ask: (work: () => Promise<Partial<Kept<State>>>) => Promise<boolean>;
  /** Stores the error of something that was not awaited. */
  readonly refuse: (thrown: unknown) => void;
  /** Discards all pending results, as they belong to another user. */
  readonly forget: () => void;
  /** Returns a function that is true until the next `forget`. */
  readonly follow: () => () => boolean;
};

/**
 * A store of data that a server or the main process has, with actions to load and change it. If an action fails, the
 * data stays, next to the error, until another succeeds.
 */
export const createRemote =
  <State extends object>(initial: State) =>
  <Actions extends object>(makeActions: (tools: Tools<State>) => Actions): StoreApi<Kept<State> & Actions> =>
    createStore<Kept<State> & Actions>()((setAll, get) => {
      let life = 0;
      let questions = 0;
      const set = (part: Partial<Kept<State>>) => setAll((now) => ({ ...now, ...part }));
      const follow = () => {
        const before = life;
        return () => life === before;
      };
      const refuse = (thrown: unknown) => setAll((now) => ({ ...now, error: toAppError(thrown) }));
      const settle = async (work: () => Promise<Partial<Kept<State>>>, isWanted: () => boolean) => {
        try {
          const part = await work();
          if (isWanted()) setAll((now) => ({ ...now, ...part, error: part.error ?? null }));
          return isWanted();
        } catch (thrown) {
          if (isWanted()) refuse(thrown);
          return false;
        }
      };
      const take = (work: () => Promise<Partial<Kept<State>>>) => settle(work, follow());
      const tools: Tools<State> = {
        ...{ get, set, follow, take, refuse },
        attempt: (work) =>
          take(async () => {
            await work();
            return {};
          }),
        ask(work) {
          questions += 1;
          const asked = questions;
          const isAlive = follow();
          return settle(work, () => isAlive() && asked === questions);
        },
        forget() {
          life += 1;
        },
      };
      return { ...initial, error: null, ...makeActions(tools) };
    });
