import type { Facets } from '../../../../server/contract/catalogue/discovery.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { roundTriangles } from '../../../lib/format-triangles.ts';
import { t } from '../../../text/text.ts';
import type { Selection } from '../store/selection.ts';
import type { Choice, FacetList } from './list-options.ts';
import { RangeFields } from './range-fields.tsx';

type Bucket = Facets['sizes'][number];

/** Returns the filters for triangles and size on disk: of the selected topologies, or of the whole model. */
export function listRanges(selection: Selection, facets: Facets | null): readonly FacetList[] {
  if (facets === null) return [];
  const { lods, triMin, triMax, sizeMin, sizeMax } = selection;
  const toTitle = (facet: string) =>
    lods.length === 0 ? facet : t('browse.ofTopologies', { facet, topologies: lods.join(', ') });
  return [
    {
      title: toTitle(t('browse.triangles.title')),
      choices: listBuckets('triangles', facets.triangles.buckets, [triMin, triMax]),
      hasBars: true,
      isNarrowed: triMin !== null || triMax !== null,
      renderFooter: (onChange) => (
        <RangeFields key={`${triMin} ${triMax}`} least={triMin} most={triMax} onApply={onChange} />
      ),
    },
    {
      title: toTitle(t('browse.size.title')),
      choices: listBuckets('size', facets.sizes, [sizeMin, sizeMax]),
      hasBars: true,
      isNarrowed: sizeMin !== null || sizeMax !== null,
    },
  ];
}

type Kind = 'triangles' | 'size';
type Range = readonly [number | null, number | null];

const toSelection = (kind: Kind, [least, most]: Range): Partial<Selection> =>
  kind === 'triangles' ? { triMin: least, triMax: most } : { sizeMin: least, sizeMax: most };

/** Smallest first. */
function listBuckets(kind: Kind, buckets: readonly Bucket[], [least, most]: Range): readonly Choice[] {
  const isChosen = ({ min, max }: Bucket) => least === min && most === max;
  return buckets
    .filter((bucket) => bucket.count > 0 || isChosen(bucket))
    .map((bucket) => ({
      ...{ key: String(bucket.min), label: labelBucket(kind, bucket), count: bucket.count },
      isChosen: isChosen(bucket),
      toggled: toSelection(kind, isChosen(bucket) ? [null, null] : [bucket.min, bucket.max]),
    }));
}

/** Labels a bucket, whose bounds are at or next to round numbers. */
function labelBucket(kind: Kind, { min, max }: Bucket): string {
  const format = kind === 'triangles' ? roundTriangles : formatBytes;
  const least = format(min);
  if (max === null) return t(`browse.${kind}.bucketAbove`, { least });
  const most = format(max);
  return min === 0
    ? t(`browse.${kind}.bucketBelow`, { most })
    : t(`browse.${kind}.bucketBetween`, { least, most });
}
