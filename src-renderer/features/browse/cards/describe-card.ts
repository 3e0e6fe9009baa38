import type { FoundModelRecord, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import type { Lod } from '../../../../server/contract/limits.ts';
import { shortenTriangles } from '../../../lib/format-triangles.ts';
import { hasPrices } from '../../../lib/has-prices.ts';
import { describeUnlockPrice } from '../../../lib/model-price.ts';
import { t } from '../../../text/text.ts';
import type { LibraryMark } from './model-marks.ts';

/** How detailed the model is at most; where a range of triangles was asked for, its topology that is in the range. */
export function describeDetail({ triCount, matchedLod, matchedTriangles }: FoundModelRecord): string {
  if (matchedLod !== undefined && matchedTriangles !== undefined)
    return `${matchedLod} · ${shortenTriangles(matchedTriangles)}`;
  return triCount === null ? '' : shortenTriangles(triCount);
}

/** Its price; where there is none to pay, its licence. */
export function describeTerms(model: ModelRecord, isUnlocked: boolean): string {
  if (isUnlocked && hasPrices()) return t('browse.unlocked');
  return describeUnlockPrice(model) || model.license;
}

type Standing = {
  /** Null for a model that is not downloaded. */
  readonly inLibrary: LibraryMark | null;
  readonly isUnlocked: boolean;
};

const usualLods: readonly Lod[] = ['1k', '10k', '100k'];

/** Its topologies where a usual one is missing, and its format where there is only one. */
export const listLimits = ({ lods, formats }: ModelRecord): readonly string[] => [
  ...(usualLods.every((lod) => lods.includes(lod)) ? [] : lods),
  ...(formats.length === 1 ? formats.map((format) => format.toUpperCase()) : []),
];

/** A card as screen readers read it: its facts in their order, without the actions. */
export function nameCard(model: ModelRecord, { inLibrary, isUnlocked }: Standing): string {
  return [
    ...(inLibrary === null ? [] : [t(`browse.inLibrary.${inLibrary}`)]),
    ...listLimits(model),
    model.title,
    describeDetail(model),
    describeTerms(model, isUnlocked),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
