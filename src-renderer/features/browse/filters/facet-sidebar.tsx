import { useStore } from 'zustand';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import type { BrowseState, BrowseStore } from '../store/browse-state.ts';
import type { Selection } from '../store/selection.ts';
import { CategoryFacet } from './category-facet.tsx';
import styles from './facets.module.css';
import { SizeFacet, TriangleFacet } from './triangle-facet.tsx';
import { listFormatFacets, listOtherFacets, ValueFacet } from './value-facets.tsx';

const isUnknown = ({ facets, facetsError }: BrowseState) => facets === null && facetsError === null;

/** Every filter with its count over the present selection. */
export function FacetSidebar({ store }: { readonly store: BrowseStore }) {
  const { selection, facets, select } = usePicked(store, 'selection', 'facets', 'select');
  const isAwaited = useStore(store, (state) => state.status !== 'failed' && isUnknown(state));
  const change = (part: Partial<Selection>) => select({ ...selection, ...part });
  return (
    <aside className={styles.sidebar} aria-label={t('browse.filters')}>
      <FacetsProblem store={store} />
      <CategoryFacet facets={facets} selection={selection} onSelect={select} />
      {listFormatFacets(selection, facets).map((facet) => (
        <ValueFacet key={facet.title} facet={facet} onChange={change} />
      ))}
      <TriangleFacet facets={facets} selection={selection} onSelect={select} />
      <SizeFacet facets={facets} selection={selection} onSelect={select} />
      {listOtherFacets(selection, facets).map((facet) => (
        <ValueFacet key={facet.title} facet={facet} onChange={change} />
      ))}
      {isAwaited ? <FacetPlaceholders /> : <p className={styles.noFacets}>{t('browse.noFacets')}</p>}
    </aside>
  );
}

/** The list shows its own failure, which is the same one. */
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

/** Options of the groups that nearly every catalogue has: categories, topologies, formats. */
const groups = { categories: 8, topologies: 4, formats: 6 } as const;

/** A placeholder until the filters are known. */
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
