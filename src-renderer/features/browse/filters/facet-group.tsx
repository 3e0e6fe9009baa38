import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../text/text.ts';
import styles from './facets.module.css';

type FacetGroupProps<T> = {
  readonly title: string;
  /** The items worth a row, most important first. */
  readonly items: readonly T[];
  /** Returns an item's searchable text; without it there is no search field. */
  readonly nameOf?: (item: T) => string;
  /** Number of items before “show all”. */
  readonly shown?: number;
  readonly children: (item: T) => ReactNode;
  readonly footer?: ReactNode;
};

/** Lists longer than this get a search field. */
const long = 12;

export function FacetGroup<T>({ title, items, nameOf, shown = 8, children, footer }: FacetGroupProps<T>) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(true);
  const [isWhole, setIsWhole] = useState(false);
  const [wanted, setWanted] = useState('');
  if (items.length === 0 && footer === undefined) return null;
  const isLong = nameOf !== undefined && items.length > long;
  const sought = isLong ? wanted.trim().toLowerCase() : '';
  const matching =
    sought === '' ? items : items.filter((item) => nameOf?.(item).toLowerCase().includes(sought));
  const isCut = sought === '' && !isWhole && matching.length > shown + 1;
  const visible = isCut ? matching.slice(0, shown) : matching;
  return (
    <section className={styles.group}>
      <h3 id={titleId}>
        <button
          type="button"
          className={styles.heading}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'next'} size={12} />
          {title}
        </button>
      </h3>
      {isOpen && (
        <fieldset aria-labelledby={titleId}>
          {isLong && (
            <input
              type="text"
              className={`input ${styles.find}`}
              aria-label={t('browse.findIn', { facet: title })}
              placeholder={t('browse.findIn', { facet: title })}
              autoComplete="off"
              spellCheck={false}
              value={wanted}
              onChange={(event) => setWanted(event.target.value)}
            />
          )}
          {visible.map(children)}
          {isCut && (
            <Button variant="quiet" className={styles.more} onClick={() => setIsWhole(true)}>
              {t('browse.showAll', { count: items.length })}
            </Button>
          )}
          {visible.length === 0 && <p className={styles.none}>{t('browse.noneInFacet')}</p>}
          {footer}
        </fieldset>
      )}
    </section>
  );
}
