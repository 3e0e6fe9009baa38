import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/format-count.ts';
import { joinClasses } from '../../../lib/join-classes.ts';
import styles from './facets.module.css';

type FacetOptionProps = {
  readonly label: string;
  readonly count: number | null;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
  readonly isNested?: boolean;
  readonly sample?: ReactNode;
  readonly decoration?: ReactNode;
};

export function FacetOption({
  label,
  count,
  isChosen,
  onToggle,
  isNested = false,
  sample,
  decoration,
}: FacetOptionProps) {
  const isEmpty = count === 0 && !isChosen;
  return (
    <label className={joinClasses(styles.option, isNested && styles.nested, isEmpty && styles.empty)}>
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      {sample}
      <span className={styles.label} title={label}>
        {label}
      </span>
      {decoration}
      {count !== null && <span className={`faint small text-end ${styles.count}`}>{formatCount(count)}</span>}
    </label>
  );
}
