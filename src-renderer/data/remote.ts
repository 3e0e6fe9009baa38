import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../server/contract/errors.ts';
import { toAppError } from '../errors/describe-error.ts';

/** The last answer, and why the last attempt failed. */
type Kept<State> = State & { readonly error: AppError | null };

type Tools<State> = {
  readonly get: () => Kept<State>;
  readonly set: (part: Partial<Kept<State>>) => void;
  /** Keeps why the work failed. True when it did not. */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>;
  /** Keeps what the work answers as well. */
  readonly take: (work: () => Promise<Partial<Kept<State>>>) => Promise<boolean>;
  /** The same for a question that is asked again and again: only the answer to the last one counts. */
  readonly ask: (work: () => Promise<Partial<Kept<State>>>) => Promise<boolean>;
  /** Keeps why something failed that was not awaited. */
  readonly refuse: (thrown: unknown) => void;
  /** Drops all answers that are under way: they are another person's. */
  readonly forget: () => void;
  /** Answers whether nothing was forgotten since. */
  readonly follow: () => () => boolean;
};

/**
 * A store of what a server or the main process keeps, with the actions that load and change it. When one fails, what is known
 * stays, beside the reason, until another succeeds.
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
