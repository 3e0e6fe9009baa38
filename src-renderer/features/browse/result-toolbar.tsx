import { type ReactNode, useRef } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../components/button.tsx';
import { SelectField } from '../../components/forms/select-field.tsx';
import { Icon } from '../../components/icon.tsx';
import { useOneTabStop } from '../../lib/view/use-one-tab-stop.ts';
import { t } from '../../text/text.ts';
import styles from './cards/browse-page.module.css';
import { cardWidths } from './cards/card-size.ts';
import type { BrowseState, BrowseStore } from './store/browse-state.ts';
import { hasFilters, type Sort, sorts } from './store/selection.ts';

/** Returns a text such as `212 matches for “oak”` or `10,000 models`. */
export function describeResult({ status, indexing, total, selection, corrections }: BrowseState): string {
  if (status === 'loading') return t('browse.loadingModels');
  if (status === 'failed' || indexing !== null) return t('browse.modelsTitle');
  const q = selection.q.trim();
  const [corrected] = corrections;
  if (corrected !== undefined && total > 0)
    return t('browse.corrected', { count: total, from: corrected.from, to: corrected.to.join(', ') });
  if (q !== '') return t('browse.matches', { count: total, query: q });
  return hasFilters(selection)
    ? t('browse.modelsFiltered', { count: total })
    : t('browse.models', { count: total });
}

/** False if there is nothing to sort or lay out. */
const canHaveModels = ({ status, total }: BrowseState) => status === 'loading' || total > 0;

type ResultToolbarProps = {
  readonly store: BrowseStore;
  readonly canFilter: boolean;
  readonly isFiltering: boolean;
  readonly onFilter: () => void;
  /** In rem. */
  readonly cardWidth: number;
  readonly onCardWidth: (width: number) => void;
  readonly news: ReactNode;
  readonly actions?: ReactNode;
};

/** The size of the result, its order and card size. */
export function ResultToolbar({
  store,
  canFilter,
  isFiltering,
  onFilter,
  cardWidth,
  onCardWidth,
  news,
  actions,
}: ResultToolbarProps) {
  const sentence = useStore(store, (state: BrowseState) => describeResult(state));
  const hasModels = useStore(store, canHaveModels);
  const bar = useRef<HTMLDivElement>(null);
  const oneStop = useOneTabStop(bar, { direction: 'across' });
  return (
    <div ref={bar} className={styles.toolbar} role="toolbar" aria-label={t('browse.listBar')} {...oneStop}>
      {canFilter && (
        <Button variant="quiet" icon="filter" aria-expanded={isFiltering} onClick={onFilter}>
          {t('browse.filters')}
        </Button>
      )}
      <div className={styles.found}>
        <h1 className={styles.count} aria-live="polite" tabIndex={-1}>
          {sentence}
        </h1>
        {news}
      </div>
      {actions}
      {hasModels && <CardSize width={cardWidth} onChange={onCardWidth} />}
      {hasModels && <SortSelect store={store} />}
    </div>
  );
}

type CardSizeProps = { readonly width: number; readonly onChange: (width: number) => void };

function CardSize({ width, onChange }: CardSizeProps) {
  return (
    <label className={styles.density} title={t('browse.cardSize')}>
      <Icon name="square" size={10} />
      <input
        type="range"
        aria-label={t('browse.cardSize')}
        min={cardWidths.least}
        max={cardWidths.most}
        step={0.25}
        value={width}
        aria-valuetext={t('browse.cardWidth', {
          percent: Math.round((width / cardWidths.most) * 100),
        })}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <Icon name="square" size={16} />
    </label>
  );
}

function SortSelect({ store }: { readonly store: BrowseStore }) {
  const selection = useStore(store, (state) => state.selection);
  const hasWords = selection.q.trim() !== '';
  const usualSort = useStore(store, (state) => state.usualSort);
  const usual: Sort = hasWords ? 'relevance' : (usualSort ?? 'popular');
  const offered = hasWords ? sorts : sorts.filter((sort) => sort !== 'relevance');
  return (
    <div className={styles.sort}>
      <SelectField
        isBeside
        label={t('browse.sort')}
        value={selection.sort ?? usual}
        options={offered.map((sort) => [sort, t(`browse.sorts.${sort}`)])}
        onChoose={(sort) => store.getState().select({ ...selection, sort: sort === usual ? null : sort })}
      />
    </div>
  );
}
