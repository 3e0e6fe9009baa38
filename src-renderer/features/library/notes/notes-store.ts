import type { OwnNotes } from '../../../../server/contract/accounts/own-notes.ts';
import type { Words } from '../../../../server/contract/sentence.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';

export type { OwnNotes };

type NotesApi = Api<'notes.read' | 'notes.state' | 'notes.tag' | 'notes.write', 'notes.changed'>;

type NotesState = {
  /** By guid, for models that have notes or had them. */
  readonly notes: ReadonlyMap<string, OwnNotes>;
  /** Why the account rejected some notes, which are still on this computer. */
  readonly notSent: Words | null;
};
type TagChange = { readonly add?: readonly string[]; readonly remove?: readonly string[] };
export type NotesStore = ReturnType<typeof createNotesStore>;

export const noNotes: NotesState = { notes: new Map(), notSent: null };

const toMap = (notes: readonly OwnNotes[]) => new Map(notes.map((one) => [one.guid, one]));

/** The users' notes about the models of the library. */
export const createNotesStore = (api: NotesApi) =>
  createRemote(noNotes)(({ get, set, take }) => {
    /** An earlier response must not overwrite a later one. */
    let changes = 0;
    let isLoaded = false;
    const show = (changed: readonly OwnNotes[]) => {
      changes += 1;
      return { notes: new Map([...get().notes, ...toMap(changed)]) };
    };
    /** Loads all notes, or on the web those of this model. */
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
      /** `seen` is the version that the user started from. Returns the current note; null if it was not saved. */
      async write(guid: string, note: string, seen: string) {
        const isDone = await take(async () => show([await api.call('notes.write', { guid, note, seen })]));
        return isDone ? (get().notes.get(guid) ?? null) : null;
      },
    };
  });
