import { useStore } from 'zustand';
import type { BrowseStore } from '../store/browse-state.ts';
import type { NewsStore } from '../store/news-store.ts';

/** Whether other catalogues are asked: only for words, and only where the server has some. */
export function useAsksOthers({ browse, news }: { readonly browse: BrowseStore; readonly news: NewsStore }) {
  const hasWords = useStore(browse, ({ selection }) => selection.q.trim() !== '');
  return useStore(news, ({ hasSources }) => hasSources) && hasWords;
}
