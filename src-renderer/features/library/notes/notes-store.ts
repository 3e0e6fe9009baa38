import type { OwnNotes } from '../../../../server/contract/accounts/own-notes.ts';
import type { Words } from '../../../../server/contract/sentence.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

export type { OwnNotes };

type NotesApi = Api<'notes.read' | 'notes.state' | 'notes.tag' | 'notes.write', 'notes.changed'>;

type NotesState = {
  /** By guid; of models that have any, or had. */
  readonly notes: ReadonlyMap<string, OwnNotes>;
  /** Why the account did not take all of it; what was written is on this computer. */
  readonly notSent: Words | null;
};
type TagChange = { readonly add?: readonly string[]; readonly remove?: readonly string[] };
export type NotesStore = ReturnType<typeof createNotesStore>;

export const noNotes: NotesState = { notes: new Map(), notSent: null };

const toMap = (notes: readonly OwnNotes[]) => new Map(notes.map((one) => [one.guid, one]));

/** People's notes about the models of the library. */
export const createNotesStore = (api: NotesApi) =>
  createRemote(noNotes)(({ get, set, take }) => {
    /** An answer that was asked for earlier does not replace a later one. */
    let changes = 0;
    let isLoaded = false;
    const show = (changed: readonly OwnNotes[]) => {
      changes += 1;
      return { notes: new Map([...get().notes, ...toMap(changed)]) };
    };
    /** Reads all, or on the web those of this model. */
    const load = async (_guid?: string) => {
      const before = changes;
      await take(async () => {
        const all = await api.call('notes.read');
        return before === changes ? { notes: toMap(all) } : {};
      });
      if (isLoaded) return;
      isLoaded = true;
      await take(() => api.call('notes.state'));
    };
    api.on('notes.changed', ({ notSent }) => {
      set({ notSent });
      if (isLoaded) void load();
    });
    return {
      load,
      async tag(guids: readonly string[], { add = [], remove = [] }: TagChange) {
        const wish = { guids: [...guids], add: [...add], remove: [...remove] };
        await take(async () => show(await api.call('notes.tag', wish)));
      },
      /** `seen` is of the note that the person began to change. Answers the note as it is now; null when it was not saved. */
      async write(guid: string, note: string, seen: string) {
        const isDone = await take(async () => show([await api.call('notes.write', { guid, note, seen })]));
        return isDone ? (get().notes.get(guid) ?? null) : null;
      },
    };
  });
