import { limits } from '../../../../server/contract/limits.ts';
import type { Api } from '../../../api/api.ts';
import { createRemote } from '../../../data/remote.ts';
import { withoutStaying } from './stays-on-device.ts';

/** Where favourites are stored on the device, newest first. */
type FavouritesPlace = {
  read(): readonly string[];
  write(guids: readonly string[]): void;
  /** Calls the listener after a change elsewhere, as in another tab. */
  onChange(listener: () => void): void;
};
export type FavouritesApi = Api<'favourites' | 'changeFavourites'>;

type State = {
  /** Guids, newest first. */
  readonly guids: readonly string[];
  readonly marked: ReadonlySet<string>;
  /** In the account, for every computer, or only on this device. */
  readonly home: 'device' | 'account';
};
export type FavouritesStore = ReturnType<typeof createFavouritesStore>;

/** More than users can find again by scrolling. */
const most = limits.modelLists.models;

const toKept = (guids: readonly string[]) => ({ guids, marked: new Set(guids) });
const without = (guids: readonly string[], guid: string) => guids.filter((other) => other !== guid);

export function createFavouritesStore(place: FavouritesPlace, api: FavouritesApi) {
  const onDevice = (): State => ({ ...toKept(place.read()), home: 'device' });
  /** Sends as many as one request takes, oldest part first, so that the newest ends up first. */
  const sendAll = async (guids: readonly string[]) => {
    let kept: readonly string[] = [];
    for (let end = guids.length; end > 0; end -= limits.modelLists.change) {
      const add = guids.slice(Math.max(0, end - limits.modelLists.change), end);
      kept = (await api.call('changeFavourites', { add })).guids;
    }
    return kept;
  };

  const store = createRemote(onDevice())(({ get, set, take, follow, forget }) => {
    let waiting = 0;
    let last: Promise<unknown> = Promise.resolve();

    const putHere = (guids: readonly string[]) => {
      const kept = guids.slice(0, most);
      place.write(kept);
      set(toKept(kept));
    };
    /** Sends one change after another. Shows the result of the last one, and calls `undo` if one is rejected. */
    const send = (change: () => Promise<readonly string[]>, undo?: () => void) => {
      const isSamePerson = follow();
      waiting += 1;
      last = last.then(async () => {
        if (!isSamePerson()) return;
        const isDone = await take(async () => {
          const guids = await change();
          return isSamePerson() && waiting === 1 ? toKept(guids) : {};
        });
        if (!isSamePerson()) return;
        waiting -= 1;
        if (!isDone) undo?.();
      });
    };
    const toggleHere = (guid: string) => {
      // Another tab may have changed them.
      const rest = without(place.read(), guid);
      putHere(get().marked.has(guid) ? rest : [guid, ...rest]);
    };
    /** Shows the change at once, and reverts it if the server rejects it. */
    const toggleThere = (guid: string) => {
      const wasMarked = get().marked.has(guid);
      const show = (isMarked: boolean) => {
        const rest = without(get().guids, guid);
        set(toKept(isMarked ? [guid, ...rest] : rest));
      };
      show(!wasMarked);
      const change = wasMarked ? { remove: [guid] } : { add: [guid] };
      send(
        async () => (await api.call('changeFavourites', change)).guids,
        () => show(wasMarked),
      );
    };
    const addHere = (guids: readonly string[]) => {
      const added = new Set(guids);
      putHere([...guids, ...place.read().filter((guid) => !added.has(guid))]);
    };
    const leave = () => {
      forget();
      waiting = 0;
    };
    return {
      toggle: (guid: string) => (get().home === 'account' ? toggleThere(guid) : toggleHere(guid)),
      /** Adds all of them, the first one as the newest. */
      add: (guids: readonly string[]) =>
        get().home === 'account' ? send(() => sendAll(guids)) : addHere(guids),
      /** Moves the device's favourites to the account that has signed in. */
      async moveToAccount() {
        leave();
        const isSamePerson = follow();
        const ofDevice = place.read();
        const isDone = await take(async () => {
          const guids =
            ofDevice.length === 0 ? (await api.call('favourites')).guids : await sendAll(ofDevice);
          if (!isSamePerson()) return {};
          const taken = new Set(guids);
          // A model that this server lacks may be a favourite on another server.
          place.write(place.read().filter((guid) => !taken.has(guid)));
          return { ...toKept(guids), home: 'account' };
        });
        if (!isDone && isSamePerson()) set({ home: 'device', error: withoutStaying(get().error) });
      },
      leaveAccount() {
        leave();
        set({ ...onDevice(), error: null });
      },
      forgetError: () => set({ error: null }),
    };
  });
  place.onChange(() => {
    if (store.getState().home === 'device') store.setState(toKept(place.read()));
  });
  return store;
}
