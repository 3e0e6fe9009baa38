import { useStore } from 'zustand';
import type { BrowseStore } from '../store/browse-state.ts';
import type { NewsStore } from '../store/news-store.ts';

/** True if other catalogues are queried: only for words, and only if the server has any. */
export function useAsksOthers({ browse, news }: { readonly browse: BrowseStore; readonly news: NewsStore }) {
  const hasWords = useStore(browse, ({ selection }) => selection.q.trim() !== '');
  return useStore(news, ({ hasSources }) => hasSources) && hasWords;
}
