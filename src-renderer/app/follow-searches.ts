import type { BrowseStore } from '../features/browse/browse-state.ts';
import type { NewsStore } from '../features/browse/news-store.ts';
import { toSavedQuery } from '../features/browse/searches/saved-query.ts';
import type { SearchesStore } from '../features/browse/searches/searches-store.ts';

type Parts = {
  readonly searches: SearchesStore;
  readonly browse: BrowseStore;
  readonly news: NewsStore;
};

/** What a saved search finds is seen once it is shown; whenever models come, it is asked what is new. */
export function followSearches({ searches, browse, news }: Parts): void {
  browse.subscribe(({ selection, status }, before) => {
    const isShown = status === 'ready' && (before.status !== 'ready' || selection !== before.selection);
    if (isShown) void searches.getState().look(toSavedQuery(selection));
  });
  news.subscribe(({ added }, before) => {
    if (added > before.added) void searches.getState().check();
  });
  void searches.getState().check();
}
