import type { ReactNode } from 'react';
import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { t } from '../../../text/text.ts';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import styles from './facets.module.css';

type Bucket = Facets['sizes'][number];

type RangeFacetProps = {
  readonly title: string;
  /** The topologies that the numbers are of; none: the whole model. */
  readonly topologies: readonly string[];
  readonly buckets: readonly Bucket[];
  readonly least: number | null;
  readonly most: number | null;
  readonly labelOf: (bucket: Bucket) => string;
  readonly onChange: (least: number | null, most: number | null) => void;
  readonly footer?: ReactNode;
};

/** Ranges of a number with their share, the smallest first; nothing where nothing was found that they could narrow. */
export function RangeFacet({ title, topologies, buckets, least, most, ...more }: RangeFacetProps) {
  const { labelOf, onChange, footer } = more;
  const highest = Math.max(0, ...buckets.map(({ count }) => count));
  if (highest === 0 && least === null && most === null) return null;
  const isChosen = ({ min, max }: Bucket) => least === min && most === max;
  return (
    <FacetGroup
      title={
        topologies.length === 0
          ? title
          : t('browse.ofTopologies', { facet: title, topologies: topologies.join(', ') })
      }
      items={buckets.filter((bucket) => bucket.count > 0 || isChosen(bucket))}
      {...(footer !== undefined && { footer })}
    >
      {(bucket) => (
        <FacetOption
          key={bucket.min}
          label={labelOf(bucket)}
          count={bucket.count}
          isChosen={isChosen(bucket)}
          onToggle={() => (isChosen(bucket) ? onChange(null, null) : onChange(bucket.min, bucket.max))}
          decoration={
            <span className={styles.bar}>
              <span style={{ width: `${(bucket.count / Math.max(1, highest)) * 100}%` }} />
            </span>
          }
        />
      )}
    </FacetGroup>
  );
}
