import { useEffect, useRef, useState } from 'react';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { limits } from '../../../../server/contract/limits.ts';
import type { BrowseStore } from '../store/browse-state.ts';

/** As many models as one collection takes. */
const most = limits.modelLists.models;
const nothing: ReadonlyMap<string, ModelRecord> = new Map();

export type Picks = {
  /** The selected models by their guid, in the order in which they were selected. */
  readonly picked: ReadonlyMap<string, ModelRecord>;
  /** Selects or unselects one; the next range begins there. */
  toggle(index: number): void;
  /** Selects all from where the last one was selected to here, in place of what was selected. */
  extend(index: number, from: number): void;
  /** The next range begins where it begins. */
  endRange(): void;
  /** Selects all that was found, as far as a collection takes it. */
  pickAll(): void;
  clear(): void;
};

/** Which models of a grid are selected; another result begins with none. */
export function usePicks(store: BrowseStore, resultId: number): Picks {
  const [picked, setPicked] = useState(nothing);
  const anchor = useRef<number | null>(null);
  /** Grows with each change: a range that comes late is of no use. */
  const change = useRef(0);
  const clear = () => {
    change.current += 1;
    anchor.current = null;
    setPicked(nothing);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each result
  useEffect(() => clear(), [resultId]);
  const readRange = async (first: number, last: number) => {
    change.current += 1;
    const mine = change.current;
    const models = await store.getState().readRange(first, Math.min(last, first + most - 1));
    if (mine === change.current) setPicked(new Map(models.map((model) => [model.guid, model])));
  };
  return {
    picked,
    toggle: (index) => {
      anchor.current = index;
      change.current += 1;
      const mine = change.current;
      void store
        .getState()
        .readRange(index, index)
        .then(([model]) => {
          if (model === undefined || mine !== change.current) return;
          setPicked((before) => {
            const others = new Map([...before].filter(([guid]) => guid !== model.guid));
            return before.has(model.guid) ? others : others.set(model.guid, model);
          });
        });
    },
    extend: (index, from) => {
      anchor.current ??= from;
      void readRange(Math.min(anchor.current, index), Math.max(anchor.current, index));
    },
    endRange: () => {
      anchor.current = null;
    },
    pickAll: () => void readRange(0, store.getState().total - 1),
    clear,
  };
}
