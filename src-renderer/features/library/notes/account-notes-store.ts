import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';
import { type NotesStore, noNotes, type OwnNotes } from './notes-store.ts';

type AccountNotesApi = Api<'ownNotes' | 'changeOwnNotes'>;

/** The signed-in user's notes about the models on the page, as stored in the account. */
export const createAccountNotesStore = (api: AccountNotesApi): NotesStore =>
  createRemote(noNotes)(({ get, take }) => {
    /** A response requested before a change must not overwrite the change. */
    let changes = 0;
    const show = async (ask: () => Promise<OwnNotes>, isWanted = () => true) =>
      take(async () => {
        const { guid, tags, note, seen } = await ask();
        return isWanted() ? { notes: new Map(get().notes).set(guid, { guid, tags, note, seen }) } : {};
      });
    return {
      async load(guid) {
        if (guid === undefined) return;
        const before = changes;
        await show(
          () => api.call('ownNotes', { guid }),
          () => before === changes,
        );
      },
      async tag(guids, { add = [], remove = [] }) {
        changes += 1;
        for (const guid of guids)
          await show(() => api.call('changeOwnNotes', { guid, add: [...add], remove: [...remove] }));
      },
      async write(guid, note, seen) {
        changes += 1;
        const isDone = await show(() => api.call('changeOwnNotes', { guid, note, seen }));
        return isDone ? (get().notes.get(guid) ?? null) : null;
      },
    };
  });
