import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import styles from './browse-page.module.css';
import type { BrowseState } from './browse-state.ts';
import type { BrowseStore } from './browse-store.ts';
import { type CardSize, cardSizes } from './card-size.ts';
import { describeResult } from './describe-result.ts';
import { SortSelect } from './sort-select.tsx';

type ResultToolbarProps = {
  readonly store: BrowseStore;
  readonly isSidebarOpen: boolean;
  readonly onToggleSidebar: () => void;
  readonly cardSize: CardSize;
  readonly onCardSize: (size: CardSize) => void;
};

/** What the grid shows, and how. */
export function ResultToolbar({
  store,
  isSidebarOpen,
  onToggleSidebar,
  cardSize,
  onCardSize,
}: ResultToolbarProps) {
  const sentence = useStore(store, (state: BrowseState) => describeResult(state));
  return (
    <div className={styles.toolbar}>
      <Button variant="quiet" icon="filter" aria-expanded={isSidebarOpen} onClick={onToggleSidebar}>
        Filters
      </Button>
      <h1 className={styles.count} aria-live="polite" tabIndex={-1}>
        {sentence}
      </h1>
      <fieldset className={styles.sizes} aria-label="Size of the cards">
        {cardSizes.map((size, index) => (
          <label key={size} title={`${size} cards`}>
            <input
              type="radio"
              name="card-size"
              className="visually-hidden"
              aria-label={size}
              checked={cardSize === size}
              onChange={() => onCardSize(size)}
            />
            <Icon name="square" size={9 + index * 4} />
          </label>
        ))}
      </fieldset>
      <SortSelect store={store} />
    </div>
  );
}
