import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/button.tsx';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { roundTriangles } from '../../../lib/format-triangles.ts';
import { t } from '../../../text/text.ts';
import type { SelectionFacetProps } from './category-facet.tsx';
import styles from './facets.module.css';
import { RangeFacet } from './range-facet.tsx';

/** Buckets with their share, and two fields for a range of one's own. */
export function TriangleFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  if (facets === null) return null;
  const { triMin, triMax, lods } = selection;
  return (
    <RangeFacet
      title={t('browse.triangles.title')}
      topologies={lods}
      buckets={facets.triangles.buckets}
      least={triMin}
      most={triMax}
      labelOf={labelBucket('triangles', roundTriangles)}
      onChange={(least, most) => onSelect({ ...selection, triMin: least, triMax: most })}
      footer={
        <RangeFields
          key={`${triMin} ${triMax}`}
          least={triMin}
          most={triMax}
          onApply={(range) => onSelect({ ...selection, ...range })}
        />
      }
    />
  );
}

/** What a model takes on the disk, or what the chosen topologies of it do. */
export function SizeFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  if (facets === null) return null;
  return (
    <RangeFacet
      title={t('browse.size.title')}
      topologies={selection.lods}
      buckets={facets.sizes}
      least={selection.sizeMin}
      most={selection.sizeMax}
      labelOf={labelBucket('size', formatBytes)}
      onChange={(least, most) => onSelect({ ...selection, sizeMin: least, sizeMax: most })}
    />
  );
}

type Bucket = { readonly min: number; readonly max: number | null };

/** Bounds of buckets are at or next to a round number. */
const labelBucket =
  (kind: 'triangles' | 'size', format: (value: number) => string) =>
  ({ min, max }: Bucket): string => {
    const least = format(min);
    if (max === null) return t(`browse.${kind}.bucketAbove`, { least });
    const most = format(max);
    return min === 0
      ? t(`browse.${kind}.bucketBelow`, { most })
      : t(`browse.${kind}.bucketBetween`, { least, most });
  };

type Range = { readonly triMin: number | null; readonly triMax: number | null };
type RangeFieldsProps = {
  readonly least: number | null;
  readonly most: number | null;
  readonly onApply: (range: Range) => void;
};

function RangeFields({ least, most, onApply }: RangeFieldsProps) {
  const [from, setFrom] = useState(least?.toString() ?? '');
  const [to, setTo] = useState(most?.toString() ?? '');
  const apply = (event: FormEvent) => {
    event.preventDefault();
    onApply({ triMin: readCount(from), triMax: readCount(to) });
  };
  const field = (end: 'min' | 'max', value: string, onChange: (value: string) => void) => (
    <input
      type="text"
      className="input"
      inputMode="numeric"
      pattern="[0-9]*"
      aria-label={t(`browse.triangles.${end}Label`)}
      placeholder={t(`browse.triangles.${end}`)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <form className={styles.range} onSubmit={apply}>
      {field('min', from, setFrom)}
      <span aria-hidden="true">–</span>
      {field('max', to, setTo)}
      <Button type="submit" icon="check" aria-label={t('browse.triangles.apply')} />
    </form>
  );
}

function readCount(text: string): number | null {
  return /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : null;
}
