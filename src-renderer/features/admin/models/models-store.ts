import type { OutputOf } from '../../../../server/contract/index.ts';
import { createRemote } from '../../../data/remote.ts';
import type { AdminApi } from '../admin-api.ts';
import type { ListWish } from './model-filter.ts';

type ModelsAnswer = OutputOf<'adminModels'>;
export type AdminModel = ModelsAnswer['models'][number];
export type Choice = { readonly guids: string[] } | { readonly matching: ListWish['filter'] };
/** The result of a change, and how to undo it if possible. */
export type Outcome = { readonly text: string; readonly undo?: () => Promise<string> };
type Progress = { readonly count: number; readonly done: number; readonly total: number };

type ModelsState = {
  readonly wish: ListWish;
  readonly offset: number;
  readonly answer: ModelsAnswer | null;
  readonly chosen: ReadonlySet<string>;
  /** True if everything that the filter matches is selected, on other pages too. */
  readonly isAllChosen: boolean;
  readonly progress: Progress | null;
  readonly outcome: Outcome | null;
};
export type ModelsStore = ReturnType<typeof createModelsStore>;

export const pageSize = 100;
const askEveryMs = 400;

export const countChosen = ({
  isAllChosen,
  answer,
  chosen,
}: Pick<ModelsState, 'isAllChosen' | 'answer' | 'chosen'>) =>
  isAllChosen ? (answer?.total ?? 0) : chosen.size;

const nothing = { chosen: new Set<string>(), isAllChosen: false };
const initial = { ...nothing, offset: 0, answer: null, progress: null, outcome: null };

export const createModelsStore = (api: AdminApi, wish: ListWish) =>
  createRemote<ModelsState>({ ...initial, wish })(({ get, set, take, ask }) => {
    const read = () => {
      const { wish: now, offset } = get();
      return api.call('adminModels', { ...now.filter, order: now.order, limit: pageSize, offset });
    };
    const load = () =>
      ask(async () => {
        const { offset } = get();
        const answer = await read();
        if (answer.models.length > 0 || offset === 0) return { answer };
        set({ offset: 0 });
        return { answer: await read() };
      });
    /** Polls the server's progress until the work is done. */
    const follow = async (work: Promise<Outcome>): Promise<Outcome> => {
      const timer = setInterval(() => {
        const ask = async () => {
          const { library } = await api.call('adminStatus');
          const { progress } = get();
          if (progress !== null && library.isScanning)
            set({ progress: { ...progress, done: library.done, total: library.total } });
        };
        ask().catch(() => undefined); // the change itself reports the error
      }, askEveryMs);
      return await work.finally(() => clearInterval(timer));
    };
    const run = async (count: number, work: () => Promise<Outcome>) => {
      if (get().progress !== null) return;
      set({ progress: { count, done: 0, total: 0 }, outcome: null, error: null });
      await take(async () => {
        const outcome = await follow(work());
        await load();
        return { ...nothing, outcome, error: get().error };
      });
      set({ progress: null });
    };
    return {
      load,
      ask(next: ListWish) {
        set({ wish: next, offset: 0, ...nothing });
        void load();
      },
      go(offset: number) {
        set({ offset, ...nothing });
        void load();
      },
      /** Selects or unselects; with `upTo`, everything between that model and this one. */
      choose(guid: string, isChosen: boolean, upTo: string | null = null) {
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
      choosePage(isChosen: boolean) {
        const here = (get().answer?.models ?? []).map(({ guid }) => guid);
        set({ chosen: new Set(isChosen ? here : []), isAllChosen: false });
      },
      chooseAll: () => set({ isAllChosen: true }),
      clear: () => set(nothing),
      /** Changes the selected models, follows the progress, and reloads the list. */
      async change(work: (choice: Choice) => Promise<Outcome>) {
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
