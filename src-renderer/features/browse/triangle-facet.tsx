import { type FormEvent, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { formatTriangles } from '../../lib/format-triangles.ts';
import type { SelectionFacetProps } from './category-facet.tsx';
import { FacetGroup } from './facet-group.tsx';
import { FacetOption } from './facet-option.tsx';
import styles from './facets.module.css';

/** Buckets with their share, and two fields for a range of one's own. */
export function TriangleFacet({ facets, selection, onSelect }: SelectionFacetProps) {
  if (facets === null) return null;
  const { buckets } = facets.triangles;
  const most = Math.max(...buckets.map(({ count }) => count));
  const { triMin, triMax } = selection;
  if (most === 0 && triMin === null && triMax === null) return null; // nothing was found that it could narrow
  return (
    <FacetGroup
      title="Triangles"
      items={buckets}
      footer={
        <RangeFields
          key={`${triMin} ${triMax}`}
          least={triMin}
          most={triMax}
          onApply={(range) => onSelect({ ...selection, ...range })}
        />
      }
    >
      {({ min, max, count }) => {
        const isChosen = triMin === min && triMax === max;
        return (
          <FacetOption
            key={min}
            label={labelBucket(min, max)}
            count={count}
            isChosen={isChosen}
            onToggle={() =>
              onSelect({ ...selection, triMin: isChosen ? null : min, triMax: isChosen ? null : max })
            }
            decoration={
              <span className={styles.bar}>
                <span style={{ width: `${(count / most) * 100}%` }} />
              </span>
            }
          />
        );
      }}
    </FacetGroup>
  );
}

/** Bounds of buckets lie at or beside a thousand. */
const round = (count: number) => formatTriangles(Math.round(count / 1000) * 1000).replace(/,000$/, 'k');

function labelBucket(min: number, max: number | null): string {
  if (max === null) return `${round(min)}+`;
  return min === 0 ? `< ${round(max)}` : `${round(min)}–${round(max)}`;
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
  const field = (label: string, value: string, onChange: (value: string) => void) => (
    <input
      className="input"
      inputMode="numeric"
      pattern="[0-9]*"
      aria-label={`${label} triangles`}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
  return (
    <form className={styles.range} onSubmit={apply}>
      {field('Least', from, setFrom)}
      <span aria-hidden="true">–</span>
      {field('Most', to, setTo)}
      <Button type="submit" icon="check" aria-label="Apply the triangle range" />
    </form>
  );
}

function readCount(text: string): number | null {
  return /^\d{1,12}$/.test(text.trim()) ? Number(text.trim()) : null;
}
