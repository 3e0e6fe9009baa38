import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../text/text.ts';
import type { SelectionFacetProps } from './category-facet.tsx';
import { RangeFacet } from './range-facet.tsx';

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
      labelOf={({ min, max }) => labelBucket(min, max)}
      onChange={(least, most) => onSelect({ ...selection, sizeMin: least, sizeMax: most })}
    />
  );
}

function labelBucket(min: number, max: number | null): string {
  const least = formatBytes(min);
  if (max === null) return t('browse.size.bucketAbove', { least });
  const most = formatBytes(max);
  return min === 0 ? t('browse.size.bucketBelow', { most }) : t('browse.size.bucketBetween', { least, most });
}
