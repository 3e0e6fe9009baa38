import type { FoundModelRecord, ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import type { Lod } from '../../../../server/contract/limits.ts';
import { shortenTriangles } from '../../../lib/format-triangles.ts';
import { hasPrices } from '../../../lib/has-prices.ts';
import { describeUnlockPrice } from '../../../lib/model-price.ts';
import { t } from '../../../text/text.ts';
import type { LibraryMark } from './model-marks.ts';

/** Describes the most detailed topology, or the one within a requested range of triangles. */
export function describeDetail({ triCount, matchedLod, matchedTriangles }: FoundModelRecord): string {
  if (matchedLod !== undefined && matchedTriangles !== undefined)
    return `${matchedLod} · ${shortenTriangles(matchedTriangles)}`;
  return triCount === null ? '' : shortenTriangles(triCount);
}

/** Returns the price; if there is none to pay, the licence. */
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

/** Returns the topologies if a usual one is missing, and the format if there is only one. */
export const listLimits = ({ lods, formats }: ModelRecord): readonly string[] => [
  ...(usualLods.every((lod) => lods.includes(lod)) ? [] : lods),
  ...(formats.length === 1 ? formats.map((format) => format.toUpperCase()) : []),
];

/** Names a card for screen readers: its facts in order, without the actions. */
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
