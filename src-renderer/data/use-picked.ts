import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { StoreApi } from 'zustand/vanilla';

/** Returns the named values of a store. The component re-renders when one of them changes. */
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
