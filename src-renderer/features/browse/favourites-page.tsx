import { useEffect } from 'react';
import { useStore } from 'zustand';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { StatePanel } from '../../components/state-panel.tsx';
import { readStored } from '../../lib/stored-value.ts';
import { t } from '../../text/text.ts';
import { Skeletons } from './browse-content.tsx';
import styles from './browse-page.module.css';
import { cardSizes, cardWidths } from './card-size.ts';
import { ModelGrid, type ModelGridProps } from './model-grid.tsx';
import { emptySelection } from './selection.ts';

type FavouritesPageProps = Omit<ModelGridProps, 'leastCardWidth'>;

/** What a person marked, the newest first. */
export function FavouritesPage(props: FavouritesPageProps) {
  const { store, favourites } = props;
  const guids = useStore(favourites, (state) => state.guids);
  // Not at each change: a heart that was taken away by mistake is still there to be pressed.
  useEffect(() => {
    const { hasLoaded, select, catchUp } = store.getState();
    if (hasLoaded) catchUp();
    else select(emptySelection);
  }, [store]);
  const width = cardWidths[readStored('lodestock.card-size', cardSizes, 'medium')];
  return (
    <div className={styles.page}>
      <section className={styles.results} aria-label={t('browse.favourites.titlePlain')}>
        <div className={styles.toolbar}>
          <h1 className={styles.count} tabIndex={-1}>
            {guids.length === 0
              ? t('browse.favourites.titlePlain')
              : t('browse.favourites.title', { count: guids.length })}
          </h1>
          <p className={styles.aside}>{t('browse.favourites.place')}</p>
        </div>
        <Content {...props} leastCardWidth={width} isEmpty={guids.length === 0} />
      </section>
    </div>
  );
}

function Content({ isEmpty, ...grid }: ModelGridProps & { readonly isEmpty: boolean }) {
  const status = useStore(grid.store, (state) => state.status);
  const error = useStore(grid.store, (state) => state.error);
  const total = useStore(grid.store, (state) => state.total);
  if (isEmpty && (total === 0 || status !== 'ready'))
    return (
      <StatePanel icon="heart" title={t('browse.favourites.empty')}>
        <p>{t('browse.favourites.emptyHint')}</p>
      </StatePanel>
    );
  if (status === 'failed' && error !== null)
    return <ErrorPanel error={error} onRetry={grid.store.getState().refresh} />;
  if (status === 'loading') return <Skeletons />;
  return (
    <div className={styles.content}>
      <ModelGrid {...grid} />
    </div>
  );
}
