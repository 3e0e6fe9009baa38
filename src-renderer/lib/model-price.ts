import type { Lod } from '../../server/contract/limits.ts';
import { t } from '../text/text.ts';
import { formatUsd } from './format-price.ts';

/** The fields that the catalogue and the admin's lists share. */
type Priced = { readonly priceUsd: number; readonly lods: readonly Lod[] };

/** Returns the price of a whole model; empty if it is free. */
export function describeUnlockPrice(model: Priced): string {
  return isFree(model) ? '' : formatUsd(model.priceUsd);
}

/** Describes the price in a sentence that also says what is free; null if everything is. */
export function describeWholePrice(model: Priced): string | null {
  if (isFree(model)) return null;
  const price = formatUsd(model.priceUsd);
  return model.lods.includes('1k') ? t('units.freeThenOnce', { price }) : t('units.onceOnly', { price });
}

/** Same rule as the server's `licenseType`. */
const isFree = ({ priceUsd, lods }: Priced) => priceUsd === 0 || lods.every((lod) => lod === '1k');
