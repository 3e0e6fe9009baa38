import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import styles from './browse-page.module.css';
import gridStyles from './model-grid.module.css';
import { ModelGrid, type ModelGridProps } from './model-grid.tsx';
import { hasFilters } from './selection.ts';

export type BrowseContentProps = ModelGridProps & {
  /** What the app knows of the server while the catalogue shows nothing: it starts, indexes, is out of reach. */
  readonly serverNotice: ReactNode;
  /** Ways on while the catalogue cannot be reached. */
  readonly offlineActions: ReactNode;
};

/** The grid, or the reason why there is none. */
export function BrowseContent({ serverNotice, offlineActions, ...grid }: BrowseContentProps) {
  const { status, total, error, pageError, retryPages, refresh } = useStore(grid.store);
  if (status === 'failed' && error !== null)
    return serverNotice ?? <ErrorPanel error={error} onRetry={refresh} actions={offlineActions} />;
  if (status === 'loading') return serverNotice ?? <Skeletons />;
  if (total === 0) return <NothingFound {...grid} serverNotice={serverNotice} />;
  return (
    <div className={styles.content}>
      {pageError !== null && (
        <div className={styles.pageError}>
          <ErrorNotice error={pageError}>
            <Button icon="retry" onClick={retryPages}>
              Retry
            </Button>
          </ErrorNotice>
        </div>
      )}
      <ModelGrid {...grid} />
    </div>
  );
}

function Skeletons() {
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
  const { selection, clearFilters, select } = useStore(store);
  const q = selection.q.trim();
  const isFiltered = hasFilters(selection);
  if (q === '' && !isFiltered)
    return (
      serverNotice ?? (
        <StatePanel icon="browse" title="The catalogue is empty">
          <p>This server has no models yet. They appear here as soon as its library folder holds some.</p>
        </StatePanel>
      )
    );
  return (
    <StatePanel
      icon="search"
      title={q === '' ? 'No model has all of these' : `Nothing matches “${q}”`}
      actions={
        <>
          {isFiltered && (
            <Button variant="primary" onClick={clearFilters}>
              Clear filters
            </Button>
          )}
          {q !== '' && <Button onClick={() => select({ ...selection, q: '' })}>Clear the search</Button>}
        </>
      }
    >
      <p>{adviceFor(q, isFiltered)}</p>
    </StatePanel>
  );
}

function adviceFor(q: string, isFiltered: boolean): string {
  if (q === '')
    return 'Remove one of the filters above the list; the counts beside the others show what is left.';
  return isFiltered
    ? 'Try fewer or other words, or search in everything by clearing the filters.'
    : 'Try fewer or other words: the name of the thing, its category, or one of its tags.';
}
