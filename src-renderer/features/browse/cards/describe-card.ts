import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { shortenTriangles } from '../../../lib/format-triangles.ts';
import { hasPrices } from '../../../lib/has-prices.ts';
import { isUncategorised } from '../../../lib/is-uncategorised.ts';
import { describeUnlockPrice } from '../../../lib/model-price.ts';
import { t } from '../../../text/text.ts';
import type { LibraryMark } from './model-marks.ts';

/** The category, where there is one, and how detailed the model is at most. */
export function describeAbout({ category, triCount }: ModelRecord): string {
  const named = isUncategorised(category) ? [] : [category];
  const counted = triCount === null ? [] : [shortenTriangles(triCount)];
  return [...named, ...counted].join(' · ');
}

type Standing = {
  /** Null for a model that is not downloaded. */
  readonly inLibrary: LibraryMark | null;
  readonly isUnlocked: boolean;
};

const shownFormats = 2;

export function listFormats(formats: readonly string[]): string {
  const names = formats.slice(0, shownFormats).map((format) => format.toUpperCase());
  const shown = names.join(' · ');
  const others = formats.length - names.length;
  return others > 0 ? t('browse.moreFormats', { formats: shown, count: others }) : shown;
}

/** A card as screen readers read it: its facts in their order, without the actions. */
export function nameCard(model: ModelRecord, { inLibrary, isUnlocked }: Standing): string {
  return [
    ...(inLibrary === null ? [] : [t(`browse.inLibrary.${inLibrary}`)]),
    model.title,
    describeAbout(model),
    isUnlocked && hasPrices() ? t('browse.unlocked') : describeUnlockPrice(model),
    ...model.lods,
    listFormats(model.formats),
  ]
    .filter((part) => part !== '')
    .join(', ');
}
