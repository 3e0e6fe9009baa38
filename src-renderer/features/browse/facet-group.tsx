import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../text/text.ts';
import styles from './facets.module.css';

type FacetGroupProps<T> = {
  readonly title: string;
  readonly items: readonly T[];
  /** How many are shown before a person asks for all. */
  readonly shown?: number;
  readonly children: (item: T) => ReactNode;
  readonly footer?: ReactNode;
};

export function FacetGroup<T>({ title, items, shown = 8, children, footer }: FacetGroupProps<T>) {
  const titleId = useId();
  const [isOpen, setIsOpen] = useState(true);
  const [isWhole, setIsWhole] = useState(false);
  if (items.length === 0 && footer === undefined) return null;
  const visible = isWhole || items.length <= shown + 1 ? items : items.slice(0, shown);
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
          {visible.map(children)}
          {visible.length < items.length && (
            <Button variant="quiet" className={styles.more} onClick={() => setIsWhole(true)}>
              {t('browse.showAll', { count: items.length })}
            </Button>
          )}
          {footer}
        </fieldset>
      )}
    </section>
  );
}
