import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { useIsNarrowerThan } from '../../lib/view/use-is-narrower-than.ts';
import { useOneTabStop } from '../../lib/view/use-one-tab-stop.ts';
import { isNarrowerThan } from '../../styles/breakpoints.ts';
import { t } from '../../text/text.ts';
import { BrowseContent, type BrowseContentProps } from './cards/browse-content.tsx';
import styles from './cards/browse-page.module.css';
import { keepCardWidth, readCardWidth } from './cards/card-size.ts';
import { CatalogueNews } from './catalogue-news.tsx';
import { listActiveFilters } from './filters/active-filters.ts';
import { canFilter, FacetSidebar } from './filters/facet-sidebar.tsx';
import facetStyles from './filters/facets.module.css';
import { ContinueStrip } from './home/continue-strip.tsx';
import { type KeptLinks, KeptPlaces, useHasKept } from './home/kept-places.tsx';
import { NewModels } from './home/new-models.tsx';
import type { RecentModels } from './home/recent-models.ts';
import { ResultToolbar } from './result-toolbar.tsx';
import { SaveSearchButton } from './searches/save-search-button.tsx';
import type { SearchesStore } from './searches/searches-store.ts';
import type { BrowseStore } from './store/browse-state.ts';
import type { NewsStore } from './store/news-store.ts';

type BrowsePageProps = Omit<BrowseContentProps, 'leastCardWidth'> & {
  readonly resultActions?: ReactNode;
  /** Models of other catalogues that match the same words. */
  readonly others: ReactNode;
  readonly searches: SearchesStore;
  readonly recentModels: RecentModels;
  readonly keptLinks: KeptLinks;
  /** True until it is known who is signed in. */
  readonly isSessionAwaited: boolean;
  readonly news: NewsStore;
};

export function BrowsePage(props: BrowsePageProps) {
  const { resultActions, searches, recentModels, keptLinks, isSessionAwaited, news, others, ...content } =
    props;
  const { store, collections, hrefOf } = content;
  const isNarrow = useIsNarrowerThan('narrow');
  const [isSidebarOpen, setIsSidebarOpen] = useState(() => !isNarrowerThan('one-column'));
  const [isSheetOpen, setIsSheetOpen] = useState(false);
  const [cardWidth, setCardWidth] = useState(readCardWidth);
  const status = useStore(store, (state) => state.status);
  const hasFacets = useStore(store, canFilter);
  const hasKept = useHasKept({ searches, collections });
  const hasSidebar = hasFacets || hasKept;
  const changeWidth = (width: number) => {
    setCardWidth(width);
    keepCardWidth(width);
  };
  const closeSheet = () => setIsSheetOpen(false);
  const kept = { store, searches, collections, links: keptLinks, isSessionAwaited };
  const countNote = hasFacets && others && (
    <p className={`${facetStyles.group} quiet small`}>{t('browse.countsOwn')}</p>
  );
  return (
    <div className={styles.page}>
      {hasSidebar && !isNarrow && isSidebarOpen && (
        <FacetSidebar store={store}>
          <KeptPlaces {...kept} />
          {countNote}
        </FacetSidebar>
      )}
      {hasSidebar && isNarrow && isSheetOpen && (
        <FacetSheet store={store} onClose={closeSheet}>
          <KeptPlaces {...kept} onOpen={closeSheet} />
          {countNote}
        </FacetSheet>
      )}
      <section
        className={styles.results}
        aria-label={t('browse.results')}
        data-refreshing={status === 'refreshing'}
      >
        <ResultToolbar
          store={store}
          canFilter={hasSidebar}
          isFiltering={isNarrow ? isSheetOpen : isSidebarOpen}
          onFilter={() => (isNarrow ? setIsSheetOpen(true) : setIsSidebarOpen(!isSidebarOpen))}
          cardWidth={cardWidth}
          onCardWidth={changeWidth}
          news={<NewModels store={store} news={news} />}
          actions={
            <>
              <SaveSearchButton store={store} searches={searches} />
              {resultActions}
            </>
          }
        />
        <CatalogueNews store={store} news={news} />
        <FilterChips store={store} />
        <ContinueStrip store={store} recent={recentModels} hrefOf={hrefOf} />
        <BrowseContent {...content} leastCardWidth={cardWidth} />
        {others}
      </section>
    </div>
  );
}

type FacetSheetProps = {
  readonly store: BrowseStore;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** The filters above the list, for narrow windows. */
function FacetSheet({ store, onClose, children }: FacetSheetProps) {
  const total = useStore(store, (state) => state.total);
  return (
    <Dialog title={t('browse.filters')} shape="sheet" onClose={onClose}>
      <FacetSidebar store={store}>{children}</FacetSidebar>
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
  const list = useRef<HTMLUListElement>(null);
  const oneStop = useOneTabStop(list, { direction: 'across' });
  const filters = listActiveFilters(selection, facets);
  if (filters.length === 0) return null;
  const { select, clearFilters } = store.getState();
  return (
    <ul ref={list} className={styles.chips} aria-label={t('browse.activeFilters')} {...oneStop}>
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
