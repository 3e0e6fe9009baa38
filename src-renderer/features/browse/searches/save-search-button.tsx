import { useStore } from 'zustand';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../text/text.ts';
import type { BrowseStore } from '../store/browse-state.ts';
import { toSavedQuery } from './saved-query.ts';
import type { SearchesStore } from './searches-store.ts';

type SaveSearchButtonProps = { readonly store: BrowseStore; readonly searches: SearchesStore };

/** Saves the current search, or removes it; hidden for an empty search. */
export function SaveSearchButton({ store, searches }: SaveSearchButtonProps) {
  const query = useStore(store, ({ selection }) => toSavedQuery(selection));
  const isSaved = useStore(searches, (state) => state.searches.some((search) => search.query === query));
  if (query === '') return null;
  return (
    <Button
      icon="bookmark"
      aria-pressed={isSaved}
      title={t('browse.searches.hint')}
      onClick={() => void searches.getState().toggle(query)}
    >
      {t('browse.searches.save')}
    </Button>
  );
}
