import type { OutputOf } from '../../../../server/contract/index.ts';
import { createRemote } from '../../../data/remote.ts';
import type { AdminApi } from '../admin-api.ts';

type Synonyms = Omit<OutputOf<'adminSynonyms'>, 'ok'>;
export type Tried = OutputOf<'adminTrySynonyms'>;

type State = {
  /** The text that search uses; null until loaded. */
  readonly saved: Synonyms | null;
  /** The text in the editor. */
  readonly text: string;
  readonly query: string;
  /** The result of the last query; null without one. */
  readonly tried: Tried | null;
  readonly outcome: 'saved' | 'changed-meanwhile' | null;
  readonly isSaving: boolean;
};
export type SynonymsStore = ReturnType<typeof createSynonymsStore>;

/** Milliseconds to wait after a key press before querying. */
const pause = 200;
const initial: State = {
  ...{ saved: null, text: '', query: '', tried: null, outcome: null, isSaving: false },
};

/** The edited synonyms, and what a query finds with them. */
export const createSynonymsStore = (api: AdminApi) =>
  createRemote(initial)(({ get, set, take, ask: askLatest }) => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const tryOut = async () => {
      const { text, query, saved } = get();
      if (saved !== null)
        await askLatest(async () => ({ tried: await api.call('adminTrySynonyms', { text, query }) }));
    };
    const tryLater = () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => void tryOut(), pause);
    };
    const send = async (text: string | null) => {
      const { saved, isSaving } = get();
      if (saved === null || isSaving) return;
      set({ isSaving: true, error: null, outcome: null });
      const isSent = await take(async () => {
        const { isSaved, ...now } = await api.call('adminSetSynonyms', { text, basedOn: saved.tag });
        return isSaved ? { saved: now, text: now.text, outcome: 'saved' } : { outcome: 'changed-meanwhile' };
      });
      if (isSent) await tryOut();
      set({ isSaving: false });
    };
    return {
      async load() {
        const isLoaded = await take(async () => {
          const saved = await api.call('adminSynonyms');
          return { saved, text: saved.text, outcome: null };
        });
        if (isLoaded) await tryOut();
      },
      edit(text: string) {
        set({ text, outcome: null });
        tryLater();
      },
      ask(query: string) {
        set({ query });
        tryLater();
      },
      save: () => send(get().text),
      /** Restores the synonyms that come with the server. */
      reset: () => send(null),
    };
  });
