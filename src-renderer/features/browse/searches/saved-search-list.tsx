import { useEffect } from 'react';
import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import { describeQuery } from './saved-query.ts';
import styles from './saved-search-list.module.css';
import type { SearchesStore } from './searches-store.ts';

type SavedSearchListProps = {
  readonly store: SearchesStore;
  /** For the names of categories, as far as they are known. */
  readonly facets: Facets | null;
  /** `hasNews` sorts new models first. */
  readonly hrefOf: (query: string, hasNews: boolean) => string;
};

/** Saved searches with the number of new models; nothing if there are none. */
export function SavedSearchList({ store, facets, hrefOf }: SavedSearchListProps) {
  const { searches, news } = usePicked(store, 'searches', 'news');
  const { check, toggle } = store.getState();
  useEffect(() => void check(), [check]);
  if (searches.length === 0) return null;
  return (
    <section aria-label={t('browse.searches.title')}>
      <h2 className={styles.heading}>{t('browse.searches.title')}</h2>
      <ul className={`rows ${styles.list}`}>
        {searches.map(({ query }) => {
          const count = news.get(query) ?? 0;
          const name = describeQuery(query, facets);
          return (
            <li key={query} className={styles.row}>
              <Icon name="bookmark" />
              <a
                className={`plain-link grow shrinkable truncate ${styles.name}`}
                href={hrefOf(query, count > 0)}
              >
                {name}
              </a>
              {count > 0 && (
                <span className={`rigid small strong ${styles.news}`}>
                  {t('browse.searches.news', { count })}
                </span>
              )}
              <Button
                variant="quiet"
                icon="remove"
                aria-label={t('browse.searches.delete', { name })}
                onClick={() => void toggle(query)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
