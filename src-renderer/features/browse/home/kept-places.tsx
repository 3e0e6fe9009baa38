import { useLayoutEffect, useState } from 'react';
import { useStore } from 'zustand';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { readStoredText, writeStored } from '../../../data/stored-value.ts';
import { usePicked } from '../../../data/use-picked.ts';
import { formatCount } from '../../../lib/format-count.ts';
import { t } from '../../../text/text.ts';
import facetStyles from '../filters/facets.module.css';
import { describeQuery, toSavedQuery } from '../searches/saved-query.ts';
import type { SearchesStore } from '../searches/searches-store.ts';
import type { BrowseStore } from '../store/browse-state.ts';
import type { CollectionsStore } from '../store/collections-store.ts';
import { useWholeFacets } from '../store/use-whole-facets.ts';
import styles from './kept-places.module.css';

export type KeptLinks = {
  /** `hasNews` sorts new models first. */
  readonly ofSearch: (query: string, hasNews: boolean) => string;
  readonly ofCollection: (id: string) => string;
  readonly ofAll: string;
};

type KeptPlacesProps = {
  readonly store: BrowseStore;
  readonly searches: SearchesStore;
  readonly collections: CollectionsStore;
  readonly links: KeptLinks;
  /** True until it is known who is signed in. */
  readonly isSessionAwaited: boolean;
  readonly onOpen?: () => void;
};

/** Few enough of each kind to keep the filters in view; the rest is one click away. */
const most = 6;

/** Saved searches and collections, one click away wherever users look for models; nothing if there are none. */
export function KeptPlaces(props: KeptPlacesProps) {
  const { links, onOpen } = props;
  const { places, total } = usePlaces(props);
  const reserved = useReserved(places.length, useIsAwaited(props));
  if (reserved === 0) return null;
  return (
    <nav className={facetStyles.group} aria-label={t('browse.home.saved')}>
      <h3 className={styles.heading}>{t('browse.home.saved')}</h3>
      <ul>
        {places.map(({ key, icon, name, href, count, news, isCurrent }) => (
          <li key={key}>
            <a className={styles.place} href={href} aria-current={isCurrent && 'page'} onClick={onOpen}>
              <Icon name={icon} size={14} />
              <span className={facetStyles.label}>{name}</span>
              {news > 0 && <span className={styles.news}>{t('browse.searches.news', { count: news })}</span>}
              {count !== null && <span className="quiet small">{formatCount(count)}</span>}
            </a>
          </li>
        ))}
        {[...Array(reserved - places.length).keys()].map((index) => (
          <li key={index} className={styles.place} aria-hidden="true" />
        ))}
      </ul>
      {total > places.length && (
        <a className={styles.all} href={links.ofAll} onClick={onOpen}>
          {t('browse.showAll', { count: total })}
        </a>
      )}
    </nav>
  );
}

type Kept = Pick<KeptPlacesProps, 'searches' | 'collections'>;

export function useHasKept({ searches, collections }: Kept): boolean {
  const hasSearches = useStore(searches, (state) => state.searches.length > 0);
  return useStore(collections, (state) => state.collections.length > 0) || hasSearches;
}

type Place = {
  readonly key: string;
  readonly icon: IconName;
  readonly name: string;
  readonly href: string;
  /** Models in a collection. */
  readonly count: number | null;
  readonly news: number;
  readonly isCurrent: boolean;
};

function usePlaces({ store, searches, collections, links }: KeptPlacesProps) {
  const { searches: saved, news } = usePicked(searches, 'searches', 'news');
  const kept = useStore(collections, (state) => state.collections);
  const shown = useStore(store, ({ selection }) => toSavedQuery(selection));
  const facets = useWholeFacets(store);
  const ofSearches = saved.slice(0, most).map(({ query }): Place => {
    const count = news.get(query) ?? 0;
    return {
      ...{
        key: `q ${query}`,
        icon: 'bookmark',
        name: describeQuery(query, facets),
        count: null,
        news: count,
      },
      ...{ href: links.ofSearch(query, count > 0), isCurrent: query === shown },
    };
  });
  const ofCollections = kept.slice(0, most).map(
    ({ id, name, guids }): Place => ({
      ...{ key: `c ${id}`, icon: 'collections', name, count: guids.length, news: 0 },
      ...{ href: links.ofCollection(id), isCurrent: false },
    }),
  );
  return { places: [...ofSearches, ...ofCollections], total: saved.length + kept.length };
}

/** The lists of an account load after its session. */
function useIsAwaited({ searches, collections, isSessionAwaited }: KeptPlacesProps): boolean {
  const { home, error } = usePicked(searches, 'home', 'error');
  const status = useStore(collections, (state) => state.status);
  const areSearchesAwaited = status === 'ready' && home === 'device' && error === null;
  return isSessionAwaited || status === 'loading' || areSearchesAwaited;
}

const rowsName = 'lodestock.kept-rows';

/** Reserves as many rows as last time until the account's lists have loaded, so that the filters below do not move. */
function useReserved(count: number, isAwaited: boolean): number {
  const [before] = useState(() => Math.min(Number(readStoredText(rowsName)) || 0, 2 * most));
  useLayoutEffect(() => {
    if (!isAwaited) writeStored(rowsName, String(count));
  }, [count, isAwaited]);
  return isAwaited ? Math.max(before, count) : count;
}
