import { useStore } from 'zustand';
import { ProgressBar } from '../../components/progress-bar.tsx';
import { Said } from '../../components/said.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { sitePath } from '../../lib/site-path.ts';
import { t } from '../../text/text.ts';
import styles from './catalogue-news.module.css';
import type { BrowseStore } from './store/browse-state.ts';
import type { NewsStore, Progress } from './store/news-store.ts';

const shareOf = ({ done, total }: Progress) => (total === 0 ? null : done / total);

/** The progress of the first scan, and why posters are waiting. */
export function CatalogueNews({ store, news }: { readonly store: BrowseStore; readonly news: NewsStore }) {
  const { reading, postersWait } = usePicked(news, 'reading', 'postersWait');
  const isListed = useStore(store, ({ status, total }) => status !== 'loading' && total > 0);
  return (
    <div role="status">
      {reading !== null && isListed && (
        <div className={styles.line}>
          <span>{describeReading(reading)}</span>
          <div className={styles.bar}>
            <ProgressBar label={t('browse.news.reading')} value={shareOf(reading)} />
          </div>
        </div>
      )}
      {postersWait !== null && (
        <div className={styles.line}>
          <span>
            <Said>{postersWait}</Said>
          </span>
          <a href={`${sitePath}/posters-render`} target="_blank" rel="noreferrer">
            {t('admin.posters.draw')}
          </a>
        </div>
      )}
    </div>
  );
}

/** Replaces the catalogue while its first models are read. */
export function ReadingPanel({ reading }: { readonly reading: Progress }) {
  return (
    <StatePanel icon="browse" title={t('browse.news.reading')}>
      <p>{describeReading(reading)}</p>
      <div className={styles.wideBar}>
        <ProgressBar label={t('browse.news.reading')} value={shareOf(reading)} />
      </div>
    </StatePanel>
  );
}

const describeReading = ({ done, total }: Progress) =>
  total === 0 ? t('browse.news.looking') : t('browse.news.readingPart', { done, total });
