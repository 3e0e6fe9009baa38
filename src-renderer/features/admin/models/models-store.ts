import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../../server/contract/errors.ts';
import type { OutputOf } from '../../../../server/contract/index.ts';
import { toAppError } from '../../../errors/describe-error.ts';
import type { AdminApi } from '../admin-api.ts';
import type { ListWish } from './model-filter.ts';

type ModelsAnswer = OutputOf<'adminModels'>;
export type AdminModel = ModelsAnswer['models'][number];
export type Choice = { readonly guids: string[] } | { readonly matching: ListWish['filter'] };
/** What a change brought, and how it is taken back where it can be. */
export type Outcome = { readonly text: string; readonly undo?: () => Promise<string> };
type Progress = { readonly count: number; readonly done: number; readonly total: number };

type ModelsState = {
  readonly wish: ListWish;
  readonly offset: number;
  readonly answer: ModelsAnswer | null;
  readonly error: AppError | null;
  readonly chosen: ReadonlySet<string>;
  /** Whether all that the filter finds is selected, on other pages too. */
  readonly isAllChosen: boolean;
  /** The change under way. */
  readonly progress: Progress | null;
  readonly outcome: Outcome | null;
};
type ModelsActions = {
  readonly load: () => Promise<void>;
  readonly ask: (wish: ListWish) => void;
  readonly go: (offset: number) => void;
  /** Selects or unselects; with `upTo`, all between that model and this one. */
  readonly choose: (guid: string, isChosen: boolean, upTo?: string | null) => void;
  readonly choosePage: (isChosen: boolean) => void;
  readonly chooseAll: () => void;
  readonly clear: () => void;
  /** Changes what is selected, follows how far that is, and shows the list as it is then. */
  readonly change: (work: (choice: Choice) => Promise<Outcome>) => Promise<void>;
  readonly undo: () => Promise<void>;
};
export type ModelsStore = StoreApi<ModelsState & ModelsActions>;

export const pageSize = 100;
const askEveryMs = 400;

/** How many models are selected. */
export const countChosen = ({ isAllChosen, answer, chosen }: ModelsState) =>
  isAllChosen ? (answer?.total ?? 0) : chosen.size;

/** The list of models with its selection; of two answers the one that was asked for last is shown. */
export function createModelsStore(api: AdminApi, wish: ListWish): ModelsStore {
  return createStore<ModelsState & ModelsActions>()((set, get) => {
    let latest = 0;
    const nothing = { chosen: new Set<string>(), isAllChosen: false };
    const load = async () => {
      latest += 1;
      const mine = latest;
      const { wish: now, offset } = get();
      try {
        const answer = await api.call('adminModels', {
          ...now.filter,
          order: now.order,
          limit: pageSize,
          offset,
        });
        if (mine !== latest) return;
        const isPastEnd = answer.models.length === 0 && offset > 0;
        if (!isPastEnd) return set({ answer, error: null });
        set({ offset: 0 });
        await load();
      } catch (error) {
        if (mine === latest) set({ error: toAppError(error) });
      }
    };
    /** Asks the server how far it is until the work is done. */
    const follow = async (work: Promise<Outcome>): Promise<Outcome> => {
      const timer = setInterval(() => {
        const ask = async () => {
          const { library } = await api.call('adminStatus');
          const { progress } = get();
          if (progress !== null && library.isScanning)
            set({ progress: { ...progress, done: library.done, total: library.total } });
        };
        ask().catch(() => undefined); // the change itself says what is wrong
      }, askEveryMs);
      return await work.finally(() => clearInterval(timer));
    };
    const run = async (count: number, work: () => Promise<Outcome>) => {
      if (get().progress !== null) return;
      set({ progress: { count, done: 0, total: 0 }, outcome: null, error: null });
      try {
        const outcome = await follow(work());
        await load();
        set({ ...nothing, outcome });
      } catch (error) {
        set({ error: toAppError(error) });
      } finally {
        set({ progress: null });
      }
    };
    return {
      wish,
      offset: 0,
      answer: null,
      error: null,
      ...nothing,
      progress: null,
      outcome: null,
      load,
      ask(next) {
        set({ wish: next, offset: 0, ...nothing });
        void load();
      },
      go(offset) {
        set({ offset, ...nothing });
        void load();
      },
      choose(guid, isChosen, upTo = null) {
        const { answer, chosen, isAllChosen } = get();
        const here = (answer?.models ?? []).map((model) => model.guid);
        const [from, to] = [here.indexOf(upTo ?? guid), here.indexOf(guid)].sort((a, b) => a - b);
        const meant = from === undefined || from < 0 ? [guid] : here.slice(from, (to ?? from) + 1);
        const next = new Set(isAllChosen ? here : chosen);
        for (const one of meant) {
          if (isChosen) next.add(one);
          else next.delete(one);
        }
        set({ chosen: next, isAllChosen: false });
      },
      choosePage(isChosen) {
        const here = (get().answer?.models ?? []).map(({ guid }) => guid);
        set({ chosen: new Set(isChosen ? here : []), isAllChosen: false });
      },
      chooseAll: () => set({ isAllChosen: true }),
      clear: () => set(nothing),
      async change(work) {
        const { isAllChosen, chosen, wish: now } = get();
        const choice = isAllChosen ? { matching: now.filter } : { guids: [...chosen] };
        await run(countChosen(get()), () => work(choice));
      },
      async undo() {
        const undo = get().outcome?.undo;
        if (undo) await run(0, async () => ({ text: await undo() }));
      },
    };
  });
}
