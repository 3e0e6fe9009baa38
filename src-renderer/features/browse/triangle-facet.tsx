import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { roundTriangles } from '../../lib/format-triangles.ts';
import { t } from '../../text/text.ts';
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
      labelOf={({ min, max }) => labelBucket(min, max)}
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

/** Bounds of buckets are at or next to a thousand. */
function labelBucket(min: number, max: number | null): string {
  const least = roundTriangles(min);
  if (max === null) return t('browse.triangles.bucketAbove', { least });
  const most = roundTriangles(max);
  return min === 0
    ? t('browse.triangles.bucketBelow', { most })
    : t('browse.triangles.bucketBetween', { least, most });
}

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
