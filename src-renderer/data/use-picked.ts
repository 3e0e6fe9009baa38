import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { StoreApi } from 'zustand/vanilla';

/** A store's values under some names. The component renders again when one of them changes. */
export function usePicked<State, Name extends keyof State>(
  store: StoreApi<State>,
  ...names: readonly Name[]
): Pick<State, Name> {
  useStore(
    store,
    useShallow((state) => names.map((name) => state[name])),
  );
  return store.getState();
}
