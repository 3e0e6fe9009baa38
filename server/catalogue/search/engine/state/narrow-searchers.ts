import type { Searcher } from '../searcher.ts';
import { createLiveIndex, type Searched } from './live-index.ts';

type Narrow = {
  readonly open: ReturnType<typeof createLiveIndex>;
  readonly searched: Searched;
  readonly searcher: Searcher;
};

/** Creates a searcher with its own index per set of hidden models: only people with the same rights share its caches. */
export function createNarrowSearchers() {
  const known = new WeakMap<ReadonlySet<number>, Narrow>();
  return (searched: Required<Searched>): Searcher => {
    const { state, synonyms, hidden } = searched;
    const before = known.get(hidden);
    if (before?.searched.state === state && before.searched.synonyms === synonyms) return before.searcher;
    const open = before?.open ?? createLiveIndex();
    const searcher = open(searched);
    known.set(hidden, { open, searched, searcher });
    return searcher;
  };
}
