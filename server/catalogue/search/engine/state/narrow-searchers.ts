import type { Searcher } from '../searcher.ts';
import { createLiveIndex, type Searched } from './live-index.ts';

type Narrow = {
  readonly open: ReturnType<typeof createLiveIndex>;
  readonly searched: Searched;
  readonly searcher: Searcher;
};

/**
 * Creates searchers for people who must not see everything, each over its own index, so that what a search caches is
 * only shared by people with the same rights. Kept as long as their set of hidden models.
 */
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
