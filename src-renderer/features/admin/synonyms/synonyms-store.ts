import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../../server/contract/errors.ts';
import type { OutputOf } from '../../../../server/contract/index.ts';
import { toAppError } from '../../../errors/describe-error.ts';
import type { AdminApi } from '../admin-api.ts';

type Synonyms = Omit<OutputOf<'adminSynonyms'>, 'ok'>;
export type Tried = OutputOf<'adminTrySynonyms'>;

type SynonymsState = {
  /** What search uses; null until it is known. */
  readonly saved: Synonyms | null;
  /** The text as it is edited. */
  readonly text: string;
  readonly query: string;
  /** What the last query would find; null without one. */
  readonly tried: Tried | null;
  readonly outcome: 'saved' | 'changed-meanwhile' | null;
  readonly error: AppError | null;
  readonly isSaving: boolean;
};
type SynonymsActions = {
  readonly load: () => Promise<void>;
  readonly edit: (text: string) => void;
  readonly ask: (query: string) => void;
  readonly save: () => Promise<void>;
  /** Goes back to the synonyms that came with the server. */
  readonly reset: () => Promise<void>;
};
export type SynonymsStore = StoreApi<SynonymsState & SynonymsActions>;

/** Whoever types is not asked for each letter. */
const pause = 200;

/** Synonyms as they are edited, and what a query finds with them; of two answers that to the latest question is shown. */
export function createSynonymsStore(api: AdminApi): SynonymsStore {
  return createStore<SynonymsState & SynonymsActions>()((set, get) => {
    let latest = 0;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const tryOut = async () => {
      latest += 1;
      const mine = latest;
      const { text, query, saved } = get();
      if (saved === null) return;
      try {
        const tried = await api.call('adminTrySynonyms', { text, query });
        if (mine === latest) set({ tried, error: null });
      } catch (error) {
        if (mine === latest) set({ error: toAppError(error) });
      }
    };
    const tryLater = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void tryOut(), pause);
    };
    const send = async (text: string | null) => {
      const { saved, isSaving } = get();
      if (saved === null || isSaving) return;
      set({ isSaving: true, error: null, outcome: null });
      try {
        const { isSaved, ...now } = await api.call('adminSetSynonyms', { text, basedOn: saved.tag });
        if (isSaved) set({ saved: now, text: now.text, outcome: 'saved' });
        else set({ outcome: 'changed-meanwhile' });
        await tryOut();
      } catch (error) {
        set({ error: toAppError(error) });
      }
      set({ isSaving: false });
    };
    return {
      ...{ saved: null, text: '', query: '', tried: null },
      ...{ outcome: null, error: null, isSaving: false },
      async load() {
        try {
          const saved = await api.call('adminSynonyms');
          set({ saved, text: saved.text, outcome: null, error: null });
          await tryOut();
        } catch (error) {
          set({ error: toAppError(error) });
        }
      },
      edit(text) {
        set({ text, outcome: null });
        tryLater();
      },
      ask(query) {
        set({ query });
        tryLater();
      },
      save: () => send(get().text),
      reset: () => send(null),
    };
  });
}
