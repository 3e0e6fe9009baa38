import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { useIsNarrowerThan } from '../../lib/view/use-is-narrower-than.ts';
import { isNarrowerThan } from '../../styles/breakpoints.ts';
import { t } from '../../text/text.ts';
import { BrowseContent, type BrowseContentProps } from './cards/browse-content.tsx';
import styles from './cards/browse-page.module.css';
import { keepCardWidth, readCardWidth } from './cards/card-size.ts';
import { CatalogueNews } from './catalogue-news.tsx';
import { listActiveFilters } from './filters/active-filters.ts';
import { canFilter, FacetSidebar } from './filters/facet-sidebar.tsx';
import { ResultToolbar } from './result-toolbar.tsx';
import { SaveSearchButton } from './searches/save-search-button.tsx';
import type { SearchesStore } from './searches/searches-store.ts';
import type { BrowseStore } from './store/browse-state.ts';
import type { NewsStore } from './store/news-store.ts';

type BrowsePageProps = Omit<BrowseContentProps, 'leastCardWidth'> & {
  /** Actions for all results. */
  readonly resultActions?: ReactNode;
  readonly searches: SearchesStore;
  readonly news: NewsStore;
};

export function BrowsePage({ resultActions, searches, news, ...props }: BrowsePageProps) {
  const { store } = props;
  const isNarrow = useIsNarrowerThan('narrow');
  const [isSidebarOpen, setIsSidebarOpen] = useState(() => !isNarrowerThan('one-column'));
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [cardWidth, setCardWidth] = useState(readCardWidth);
  const status = useStore(store, (state) => state.status);
  const hasFacets = useStore(store, canFilter);
  const changeWidth = (width: number) => {
    setCardWidth(width);
    keepCardWidth(width);
  };
  return (
    <div className={styles.page}>
      {hasFacets && !isNarrow && isSidebarOpen && <FacetSidebar store={store} />}
      {hasFacets && isNarrow && isSheetOpen && (
        <FacetSheet store={store} onClose={() => setIsSheetOpen(false)} />
      )}
      <section
        className={styles.results}
        aria-label={t('browse.results')}
        data-refreshing={status === 'refreshing'}
      >
        <ResultToolbar
          store={store}
          canFilter={hasFacets}
          isFiltering={isNarrow ? isSheetOpen : isSidebarOpen}
          onFilter={() => (isNarrow ? setIsSheetOpen(true) : setIsSidebarOpen(!isSidebarOpen))}
          cardWidth={cardWidth}
          onCardWidth={changeWidth}
          actions={
            <>
              <SaveSearchButton store={store} searches={searches} />
              {resultActions}
            </>
          }
        />
        <CatalogueNews store={store} news={news} />
        <FilterChips store={store} />
        <BrowseContent {...props} leastCardWidth={cardWidth} />
      </section>
    </div>
  );
}

/** The filters over the list, where there is no room beside it. */
function FacetSheet({ store, onClose }: { readonly store: BrowseStore; readonly onClose: () => void }) {
  const total = useStore(store, (state) => state.total);
  return (
    <Dialog title={t('browse.filters')} shape="sheet" onClose={onClose}>
      <FacetSidebar store={store} />
      <div className={styles.sheetEnd}>
        <Button variant="primary" size="large" onClick={onClose}>
          {t('browse.showModels', { count: total })}
        </Button>
      </div>
    </Dialog>
  );
}

function FilterChips({ store }: { readonly store: BrowseStore }) {
  const { selection, facets } = usePicked(store, 'selection', 'facets');
  const filters = listActiveFilters(selection, facets);
  if (filters.length === 0) return null;
  const { select, clearFilters } = store.getState();
  return (
    <ul className={styles.chips} aria-label={t('browse.activeFilters')}>
      {filters.map(({ key, label, without }) => (
        <li key={key}>
          <button
            type="button"
            className={styles.chip}
            aria-label={t('browse.removeFilter', { filter: label })}
            onClick={() => select(without)}
          >
            {label}
            <Icon name="close" size={12} />
          </button>
        </li>
      ))}
      <li>
        <Button variant="quiet" onClick={clearFilters}>
          {t('browse.clearAll')}
        </Button>
      </li>
    </ul>
  );
}
