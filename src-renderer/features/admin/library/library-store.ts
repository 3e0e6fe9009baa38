import type { OutputOf } from '../../../../server/contract/index.ts';
import { createRemote } from '../../../data/remote.ts';
import type { AdminApi } from '../admin-api.ts';

export type LibraryAnswer = OutputOf<'adminLibrary'>;
export type LibraryModel = LibraryAnswer['models'][number];
export type LibraryFolder = LibraryAnswer['folders'][number];

type State = {
  readonly answer: LibraryAnswer | null;
  readonly isBusy: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly note: string;
};
export type LibraryStore = ReturnType<typeof createLibraryStore>;

export const pageSize = 100;
const initial: State = { answer: null, isBusy: false, chosen: new Set(), note: '' };

export const createLibraryStore = (api: AdminApi, folder: string) =>
  createRemote(initial)(({ get, set, take, ask }) => {
    const load = (offset = get().answer?.offset ?? 0) =>
      ask(async () => {
        const answer = await api.call('adminLibrary', { folder, limit: pageSize, offset });
        const here = new Set(answer.models.map(({ guid }) => guid));
        return { answer, chosen: new Set([...get().chosen].filter((guid) => here.has(guid))) };
      });
    return {
      load,
      /** Runs a change, reloads the folder, and notes the result. */
      async change(work: () => Promise<string>) {
        if (get().isBusy) return;
        set({ isBusy: true, note: '', error: null });
        await take(async () => {
          const note = await work();
          await load();
          return { note, error: get().error };
        });
        set({ isBusy: false });
      },
      choose(guids: readonly string[], isChosen: boolean) {
        const chosen = new Set(get().chosen);
        for (const guid of guids) {
          if (isChosen) chosen.add(guid);
          else chosen.delete(guid);
        }
        set({ chosen });
      },
    };
  });
