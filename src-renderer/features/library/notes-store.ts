import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import type { OwnNotes } from '../../../server/contract/own-notes.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';

export type { OwnNotes };

type NotesApi = Api<'notes.read' | 'notes.state' | 'notes.tag' | 'notes.write', 'notes.changed'>;

export type NotesState = {
  /** By guid; of models that have any, or had. */
  readonly notes: ReadonlyMap<string, OwnNotes>;
  readonly error: AppError | null;
  /** Why the account did not take all of it; what was written is on this computer. */
  readonly notSent: string | null;
};
type TagChange = { readonly add?: readonly string[]; readonly remove?: readonly string[] };
export type NotesActions = {
  /** Reads all, or on the web those of this model. */
  load(guid?: string): Promise<void>;
  tag(guids: readonly string[], change: TagChange): Promise<void>;
  /** `seen` is of the note that the person began to change. Answers the note as it is now; null when it was not saved. */
  write(guid: string, note: string, seen: string): Promise<OwnNotes | null>;
};
export type NotesStore = StoreApi<NotesState & NotesActions>;

const toMap = (notes: readonly OwnNotes[]) => new Map(notes.map((one) => [one.guid, one]));

/** What people have written about the models of the library. */
export function createNotesStore(api: NotesApi): NotesStore {
  return createStore<NotesState & NotesActions>()((set, get) => {
    /** An answer that was asked for earlier does not replace a later one. */
    let changes = 0;
    const take = (changed: readonly OwnNotes[]) => {
      changes += 1;
      set({ notes: new Map([...get().notes, ...toMap(changed)]), error: null });
    };
    const attempt = async <T>(work: () => Promise<T>): Promise<T | null> => {
      try {
        return await work();
      } catch (error) {
        set({ error: toAppError(error) });
        return null;
      }
    };
    let isLoaded = false;
    api.on('notes.changed', ({ notSent }) => {
      set({ notSent });
      if (isLoaded) void get().load();
    });
    return {
      notes: new Map(),
      error: null,
      notSent: null,
      async load() {
        const before = changes;
        const all = await attempt(() => api.call('notes.read'));
        if (all !== null && before === changes) set({ notes: toMap(all) });
        if (isLoaded) return;
        isLoaded = true;
        const state = await attempt(() => api.call('notes.state'));
        if (state !== null) set(state);
      },
      async tag(guids, { add = [], remove = [] }) {
        const wish = { guids: [...guids], add: [...add], remove: [...remove] };
        const changed = await attempt(() => api.call('notes.tag', wish));
        if (changed !== null) take(changed);
      },
      async write(guid, note, seen) {
        const written = await attempt(() => api.call('notes.write', { guid, note, seen }));
        if (written !== null) take([written]);
        return written;
      },
    };
  });
}
