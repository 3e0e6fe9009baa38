import type { ReactNode } from 'react';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../text/text.ts';
import type { CollectionsStore } from '../store/collections-store.ts';
import type { FavouritesStore } from '../store/favourites-store.ts';
import styles from './pick-bar.module.css';

type PickBarProps = {
  readonly models: readonly ModelRecord[];
  readonly favourites: FavouritesStore;
  readonly collections: CollectionsStore;
  readonly renderActions: ((guids: readonly string[]) => ReactNode) | undefined;
  readonly onClear: () => void;
};

/** Actions for the selected models, above the end of the grid. */
export function PickBar({ models, favourites, collections, renderActions, onClear }: PickBarProps) {
  const guids = models.map(({ guid }) => guid);
  const title = t('browse.picks.count', { count: models.length });
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('browse.picks.title')}>
      <span className={styles.count} role="status">
        {title}
      </span>
      <Button icon="heart" onClick={() => favourites.getState().add(guids)}>
        {t('browse.favourites.button')}
      </Button>
      <Button icon="collections" onClick={() => collections.getState().choose({ title, guids })}>
        {t('collections.addShort')}
      </Button>
      {renderActions?.(guids)}
      <Button variant="quiet" icon="close" onClick={onClear}>
        {t('browse.picks.clear')}
      </Button>
    </div>
  );
}
