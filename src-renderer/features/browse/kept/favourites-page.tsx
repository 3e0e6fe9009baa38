import { useEffect } from 'react';
import { usePicked } from '../../../data/use-picked.ts';
import { t } from '../../../text/text.ts';
import styles from '../cards/browse-page.module.css';
import type { ModelGridProps } from '../cards/model-grid.tsx';
import { emptySelection } from '../store/selection.ts';
import { KeptModels } from './kept-models.tsx';

type FavouritesPageProps = Omit<ModelGridProps, 'leastCardWidth'> & { readonly browseHref: string };

export function FavouritesPage(props: FavouritesPageProps) {
  const { store, favourites } = props;
  const { guids, home } = usePicked(favourites, 'guids', 'home');
  // Not on each change, so that a heart removed by mistake can be set again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: those of the account are others
  useEffect(() => {
    const { hasLoaded, select, catchUp } = store.getState();
    if (hasLoaded) catchUp();
    else select(emptySelection);
  }, [store, home]);
  return (
    <div className={styles.page}>
      <section className={styles.results} aria-label={t('browse.favourites.titlePlain')}>
        <div className={styles.toolbar}>
          <h1 className={styles.title} tabIndex={-1}>
            {guids.length === 0
              ? t('browse.favourites.titlePlain')
              : t('browse.favourites.title', { count: guids.length })}
          </h1>
          <p className="faint small">{t(`browse.favourites.places.${home}`)}</p>
        </div>
        <KeptModels {...props} isEmpty={guids.length === 0} icon="heart" title={t('browse.favourites.empty')}>
          <p>{t('browse.favourites.emptyHint')}</p>
        </KeptModels>
      </section>
    </div>
  );
}
