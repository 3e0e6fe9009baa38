import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import { listActiveFilters } from './active-filters.ts';
import styles from './browse-page.module.css';
import type { BrowseStore } from './browse-state.ts';

export function FilterChips({ store }: { readonly store: BrowseStore }) {
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
