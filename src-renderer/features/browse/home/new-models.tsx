import { useStore } from 'zustand';
import { Icon } from '../../../components/icon.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { formatSince } from '../../../lib/format-date.ts';
import { t } from '../../../text/text.ts';
import type { BrowseStore } from '../store/browse-state.ts';
import type { NewsStore } from '../store/news-store.ts';
import { emptySelection, isEverything } from '../store/selection.ts';
import styles from './new-models.module.css';

/** Number of new models: above the whole catalogue since the last visit, elsewhere since the list was loaded. */
export function NewModels({ store, news }: { readonly store: BrowseStore; readonly news: NewsStore }) {
  const { reading, added, since } = usePicked(news, 'reading', 'added', 'since');
  const isHome = useStore(store, ({ selection }) => isEverything(selection));
  const sentence =
    isHome && since !== null
      ? t('browse.news.since', { count: since.count, day: formatSince(since.at, Date.now()) })
      : added > 0 && t('browse.news.added', { count: added });
  const show = () => {
    news.setState({ added: 0, since: null });
    store.getState().select({ ...emptySelection, sort: 'newest' });
  };
  return (
    <span role="status" className={styles.place}>
      {reading === null && sentence !== false && (
        <button type="button" className={styles.news} title={t('browse.news.show')} onClick={show}>
          <span className="truncate">{sentence}</span>
          <Icon name="next" size={12} />
        </button>
      )}
    </span>
  );
}
