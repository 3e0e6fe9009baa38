import { useEffect, useRef, useState } from 'react';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { limits } from '../../../../server/contract/limits.ts';
import type { BrowseStore } from '../store/browse-state.ts';

/** As many models as one collection can hold. */
const most = limits.modelLists.models;
const nothing: ReadonlyMap<string, ModelRecord> = new Map();

export type Picks = {
  /** The selected models by guid, in the order of selection. */
  readonly picked: ReadonlyMap<string, ModelRecord>;
  /** Selects or unselects one; the next range starts there. */
  toggle(index: number): void;
  /** Replaces the selection with everything from the last selected model to this one. */
  extend(index: number, from: number): void;
  /** Ends the range; the next one starts at its own first model. */
  endRange(): void;
  /** Selects all results, up to a collection's limit. */
  pickAll(): void;
  clear(): void;
};

/** Manages the selected models of a grid; a new result starts with none. */
export function usePicks(store: BrowseStore, resultId: number): Picks {
  const [picked, setPicked] = useState(nothing);
  const anchor = useRef<number | null>(null);
  /** Increases with each change, to ignore a range that arrives late. */
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
