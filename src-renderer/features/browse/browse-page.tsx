import { type ReactNode, useState } from 'react';
import { useStore } from 'zustand';
import { readStored, writeStored } from '../../lib/stored-value.ts';
import { breakpoints } from '../../styles/breakpoints.ts';
import { t } from '../../text/text.ts';
import { BrowseContent, type BrowseContentProps } from './browse-content.tsx';
import styles from './browse-page.module.css';
import { type CardSize, cardSizes, cardWidths } from './card-size.ts';
import { CatalogueNews } from './catalogue-news.tsx';
import { FacetSidebar } from './facet-sidebar.tsx';
import { FilterChips } from './filter-chips.tsx';
import type { NewsStore } from './news-store.ts';
import { ResultToolbar } from './result-toolbar.tsx';

type BrowsePageProps = Omit<BrowseContentProps, 'leastCardWidth'> & {
  /** What can be done with all that was found. */
  readonly resultActions?: ReactNode;
  readonly news: NewsStore;
};

const sizeKey = 'lodestock.card-size';

export function BrowsePage({ resultActions, news, ...props }: BrowsePageProps) {
  const { store } = props;
  const [isNarrow] = useState(() => window.innerWidth < breakpoints['one-column']);
  const [isSidebarOpen, setIsSidebarOpen] = useState(!isNarrow);
  const [cardSize, setCardSize] = useState<CardSize>(() =>
    readStored(sizeKey, cardSizes, isNarrow ? 'small' : 'medium'),
  );
  const status = useStore(store, (state) => state.status);
  const changeSize = (size: CardSize) => {
    setCardSize(size);
    writeStored(sizeKey, size);
  };
  return (
    <div className={styles.page}>
      {isSidebarOpen && <FacetSidebar store={store} />}
      <section
        className={styles.results}
        aria-label={t('browse.results')}
        data-refreshing={status === 'refreshing'}
      >
        <ResultToolbar
          store={store}
          isSidebarOpen={isSidebarOpen}
          onToggleSidebar={() => setIsSidebarOpen(!isSidebarOpen)}
          cardSize={cardSize}
          onCardSize={changeSize}
          actions={resultActions}
        />
        <CatalogueNews store={store} news={news} />
        <FilterChips store={store} />
        <BrowseContent {...props} leastCardWidth={cardWidths[cardSize]} />
      </section>
    </div>
  );
}
