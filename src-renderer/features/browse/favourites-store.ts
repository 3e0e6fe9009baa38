import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError } from '../../../server/contract/errors.ts';
import { limits } from '../../../server/contract/limits.ts';
import type { Api } from '../../api/api.ts';
import { toAppError } from '../../errors/describe-error.ts';
import { staysOnDevice } from './stays-on-device.ts';

/** Where favourites are kept on the device; the newest comes first. */
type FavouritesPlace = {
  read(): readonly string[];
  write(guids: readonly string[]): void;
  /** Calls back when they were changed elsewhere, as in another tab. */
  onChange(listener: () => void): void;
};
export type FavouritesApi = Api<'favourites' | 'changeFavourites'>;

type FavouritesState = {
  /** Guids, the newest first. */
  readonly guids: readonly string[];
  readonly marked: ReadonlySet<string>;
  /** With the account, on every computer, or on this device alone. */
  readonly home: 'device' | 'account';
  /** Why the last change, or the way to the account, failed. */
  readonly error: AppError | null;
};
type FavouritesActions = {
  toggle(guid: string): void;
  /** Marks all of them, the first one as the newest. */
  add(guids: readonly string[]): void;
  /** Takes the device's favourites to the account of the person who signed in. */
  moveToAccount(): Promise<void>;
  /** Nobody is signed in any more. */
  leaveAccount(): void;
  forgetError(): void;
};
export type FavouritesStore = StoreApi<FavouritesState & FavouritesActions>;

/** More than a person finds again by looking. */
const most = limits.modelLists.models;

const toKept = (guids: readonly string[]) => ({ guids, marked: new Set(guids) });
const without = (guids: readonly string[], guid: string) => guids.filter((other) => other !== guid);

export function createFavouritesStore(place: FavouritesPlace, api: FavouritesApi): FavouritesStore {
  /** Grows with each change of who is signed in: answers to an earlier person are of no use. */
  let life = 0;
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** The oldest part first, so that the newest is first in the end; as many as one request takes. */
  const sendAll = async (guids: readonly string[]) => {
    let kept: readonly string[] = [];
    for (let end = guids.length; end > 0; end -= limits.modelLists.change) {
      const add = guids.slice(Math.max(0, end - limits.modelLists.change), end);
      kept = (await api.call('changeFavourites', { add })).guids;
    }
    return kept;
  };

  const store: FavouritesStore = createStore((set, get) => {
    const toggleHere = (guid: string) => {
      // As another tab may have changed them meanwhile.
      const rest = without(place.read(), guid);
      const guids = get().marked.has(guid) ? rest : [guid, ...rest].slice(0, most);
      place.write(guids);
      set(toKept(guids));
    };
    /** Shown at once, and taken back where the server refuses it. */
    const toggleThere = (guid: string) => {
      const wasMarked = get().marked.has(guid);
      const before = life;
      const show = (isMarked: boolean) => {
        const rest = without(get().guids, guid);
        set(toKept(isMarked ? [guid, ...rest] : rest));
      };
      show(!wasMarked);
      waiting += 1;
      const send = async () => {
        const isCurrent = () => life === before;
        try {
          const change = wasMarked ? { remove: [guid] } : { add: [guid] };
          const { guids } = await api.call('changeFavourites', change);
          waiting -= 1;
          if (isCurrent() && waiting === 0) set({ ...toKept(guids), error: null });
        } catch (error) {
          waiting -= 1;
          if (!isCurrent()) return;
          show(wasMarked);
          set({ error: toAppError(error) });
        }
      };
      last = last.then(send);
    };
    const addHere = (guids: readonly string[]) => {
      const added = new Set(guids);
      const kept = [...guids, ...place.read().filter((guid) => !added.has(guid))].slice(0, most);
      place.write(kept);
      set(toKept(kept));
    };
    const addThere = (added: readonly string[]) => {
      const before = life;
      waiting += 1;
      const send = async () => {
        try {
          const guids = await sendAll(added);
          waiting -= 1;
          if (life === before && waiting === 0) set({ ...toKept(guids), error: null });
        } catch (error) {
          waiting -= 1;
          if (life === before) set({ error: toAppError(error) });
        }
      };
      last = last.then(send);
    };
    return {
      ...toKept(place.read()),
      home: 'device',
      error: null,
      toggle: (guid) => (get().home === 'account' ? toggleThere(guid) : toggleHere(guid)),
      add: (guids) => (get().home === 'account' ? addThere(guids) : addHere(guids)),
      moveToAccount: async () => {
        life += 1;
        const before = life;
        const ofDevice = place.read();
        try {
          const guids =
            ofDevice.length === 0 ? (await api.call('favourites')).guids : await sendAll(ofDevice);
          if (life !== before) return;
          const taken = new Set(guids);
          // What this server lacks may be a favourite of another one.
          place.write(place.read().filter((guid) => !taken.has(guid)));
          set({ ...toKept(guids), home: 'account', error: null });
        } catch (thrown) {
          const error = toAppError(thrown);
          if (life === before) set({ home: 'device', error: staysOnDevice(error) ? null : error });
        }
      },
      leaveAccount: () => {
        life += 1;
        waiting = 0;
        set({ ...toKept(place.read()), home: 'device', error: null });
      },
      forgetError: () => set({ error: null }),
    };
  });
  place.onChange(() => {
    if (store.getState().home === 'device') store.setState(toKept(place.read()));
  });
  return store;
}
