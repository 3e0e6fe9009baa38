import { createStore } from 'zustand/vanilla';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import type { NotesActions, NotesState, NotesStore, OwnNotes } from './notes-store.ts';

type AccountNotesApi = Api<'ownNotes' | 'changeOwnNotes'>;

/** What the person who is signed in has written about the models that are looked at, as their account has it. */
export function createAccountNotesStore(api: AccountNotesApi): NotesStore {
  return createStore<NotesState & NotesActions>()((set, get) => {
    /** An answer that was asked for before a change does not replace what came of it. */
    let changes = 0;
    const attempt = async (work: () => Promise<OwnNotes>) => {
      try {
        const { guid, tags, note, seen } = await work();
        return { guid, tags, note, seen };
      } catch (error) {
        set({ error: toAppError(error) });
        return null;
      }
    };
    const take = (one: OwnNotes | null) => {
      if (one !== null) set({ notes: new Map(get().notes).set(one.guid, one), error: null });
      return one;
    };
    return {
      notes: new Map(),
      error: null,
      notSent: null,
      async load(guid) {
        if (guid === undefined) return;
        const before = changes;
        const found = await attempt(() => api.call('ownNotes', { guid }));
        if (before === changes) take(found);
      },
      async tag(guids, { add = [], remove = [] }) {
        changes += 1;
        for (const guid of guids)
          take(await attempt(() => api.call('changeOwnNotes', { guid, add: [...add], remove: [...remove] })));
      },
      async write(guid, note, seen) {
        changes += 1;
        return take(await attempt(() => api.call('changeOwnNotes', { guid, note, seen })));
      },
    };
  });
}
