import type { ReactNode } from 'react';
import type { Words } from '../../../../server/contract/sentence.ts';
import { Button } from '../../../components/button.tsx';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { useSaid } from '../../../components/said.tsx';
import { StatePanel } from '../../../components/state-panel.tsx';
import { usePicked } from '../../../data/use-picked.ts';
import { translateSentence } from '../../../errors/translate-sentence.ts';
import { t } from '../../../text/text.ts';
import { hasFilters } from '../store/selection.ts';
import styles from './browse-page.module.css';
import gridStyles from './model-grid.module.css';
import { ModelGrid, type ModelGridProps } from './model-grid.tsx';

export type BrowseContentProps = ModelGridProps & {
  /** The server's state while the catalogue is empty: starting, indexing, unreachable. */
  readonly serverNotice: ReactNode;
  /** Actions while the catalogue cannot be reached. */
  readonly offlineActions: ReactNode;
};

export function BrowseContent({ serverNotice, offlineActions, ...grid }: BrowseContentProps) {
  const { status, total, error, indexing, pageError } = usePicked(
    grid.store,
    'status',
    'total',
    'error',
    'indexing',
    'pageError',
  );
  const { retryPages, refresh } = grid.store.getState();
  if (status === 'failed' && error !== null)
    return serverNotice ?? <ErrorPanel error={error} onRetry={refresh} actions={offlineActions} />;
  if (indexing !== null) return serverNotice ?? <Indexing message={indexing} />;
  if (status === 'loading') return serverNotice ?? <Skeletons />;
  if (total === 0) return <NothingFound {...grid} serverNotice={serverNotice} />;
  return (
    <div className={styles.content}>
      {pageError !== null && (
        <div className={styles.pageError}>
          <ErrorNotice error={pageError} onRetry={retryPages} />
        </div>
      )}
      <ModelGrid {...grid} />
    </div>
  );
}

/** Shows only the first sentence, as its next step happens automatically. */
function Indexing({ message }: { readonly message: Words }) {
  useSaid();
  const [told = ''] = translateSentence(message).split(/(?<=[.!?]) /);
  return (
    <div role="status" className={styles.content}>
      <StatePanel icon="search" title={told} />
    </div>
  );
}

export function Skeletons() {
  return (
    <div className={gridStyles.loading} aria-hidden="true">
      {[...Array(24).keys()].map((index) => (
        <div key={index} className={gridStyles.skeleton} />
      ))}
    </div>
  );
}

type NothingFoundProps = ModelGridProps & { readonly serverNotice: ReactNode };

function NothingFound({ store, serverNotice }: NothingFoundProps) {
  const { selection, suggestions } = usePicked(store, 'selection', 'suggestions');
  const { clearFilters, select } = store.getState();
  const q = selection.q.trim();
  const isFiltered = hasFilters(selection);
  if (q === '' && !isFiltered)
    return (
      serverNotice ?? (
        <StatePanel icon="browse" title={t('browse.empty')}>
          <p>{t('browse.emptyHint')}</p>
        </StatePanel>
      )
    );
  return (
    <StatePanel
      icon="search"
      title={q === '' ? t('browse.noneWithFilters') : t('browse.noneMatches', { query: q })}
      actions={
        <>
          {suggestions.map((words) => (
            <Button key={words} onClick={() => select({ ...selection, q: words })}>
              {t('browse.didYouMean', { words })}
            </Button>
          ))}
          {isFiltered && (
            <Button variant="primary" onClick={clearFilters}>
              {t('browse.clearFilters')}
            </Button>
          )}
          {q !== '' && (
            <Button onClick={() => select({ ...selection, q: '' })}>{t('browse.clearSearch')}</Button>
          )}
        </>
      }
    >
      <p>{adviceFor(q, isFiltered)}</p>
    </StatePanel>
  );
}

function adviceFor(q: string, isFiltered: boolean): string {
  if (q === '') return t('browse.advice.filters');
  return isFiltered ? t('browse.advice.wordsAndFilters') : t('browse.advice.words');
}
