import { type ReactNode, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { useOneTabStop } from '../../../lib/view/use-one-tab-stop.ts';
import { t } from '../../../text/text.ts';
import type { BrowseState, BrowseStore } from '../store/browse-state.ts';
import { hasFilters } from '../store/selection.ts';
import styles from './facets.module.css';
import { hasChosen, listFacets, ValueFacet } from './value-facets.tsx';

const isUnknown = ({ facets, facetsError }: BrowseState) => facets === null && facetsError === null;

/** Number of groups that are open initially. */
const firstGroups = 4;

/** Returns true if there is anything to filter by, or may soon be. */
export function canFilter({ status, facets, facetsError, total, selection }: BrowseState): boolean {
  if (facets === null)
    return status !== 'failed' && !(status === 'ready' && total === 0 && !hasFilters(selection));
  return facetsError !== null || listFacets(selection, facets).length > 0;
}

type FacetSidebarProps = {
  readonly store: BrowseStore;
  readonly children: ReactNode;
};

/** The filters that can narrow the current selection, with their counts. */
export function FacetSidebar({ store, children }: FacetSidebarProps) {
  const { selection, facets, select } = usePicked(store, 'selection', 'facets', 'select');
  const isAwaited = useStore(store, (state) => state.status !== 'failed' && isUnknown(state));
  const [hasMore, setHasMore] = useState(false);
  const sidebar = useRef<HTMLElement>(null);
  const oneStop = useOneTabStop(sidebar, { stops: 'a, button, input', leaps: '[aria-expanded]' });
  const groups = listFacets(selection, facets);
  const shown = groups.filter((facet, index) => hasMore || index < firstGroups || hasChosen(facet));
  return (
    <aside ref={sidebar} className={styles.sidebar} aria-label={t('browse.filters')} {...oneStop}>
      {children}
      <FacetsProblem store={store} />
      {shown.map((facet) => (
        <ValueFacet key={facet.title} facet={facet} onChange={(part) => select({ ...selection, ...part })} />
      ))}
      {isAwaited && <FacetPlaceholders />}
      {(hasMore || shown.length < groups.length) && (
        <Button
          variant="quiet"
          icon={hasMore ? 'up' : 'down'}
          className={styles.others}
          aria-expanded={hasMore}
          onClick={() => setHasMore(!hasMore)}
        >
          {t(hasMore ? 'browse.fewerFilters' : 'browse.moreFilters')}
        </Button>
      )}
    </aside>
  );
}

/** If the list failed too, it shows the same error itself. */
function FacetsProblem({ store }: { readonly store: BrowseStore }) {
  const error = useStore(store, ({ status, facetsError }) => (status === 'failed' ? null : facetsError));
  if (error === null) return null;
  return (
    <div className={styles.problem}>
      <ErrorNotice error={error} />
      <Button icon="retry" onClick={store.getState().catchUp}>
        {t('browse.filtersRetry')}
      </Button>
    </div>
  );
}

/** Number of options in the groups that nearly every catalogue has: categories, topologies, formats. */
const groups = { categories: 8, topologies: 4, formats: 6 } as const;

function FacetPlaceholders() {
  return (
    <div aria-hidden="true">
      {Object.entries(groups).map(([name, options]) => (
        <div key={name} className={styles.group}>
          <div className={styles.blankHeading} />
          {[...Array(options).keys()].map((index) => (
            <div key={index} className={styles.blankOption} />
          ))}
        </div>
      ))}
    </div>
  );
}
