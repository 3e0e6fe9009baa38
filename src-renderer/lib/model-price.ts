import type { ModelRecord } from '../../server/contract/discovery.ts';
import type { Lod } from '../../server/contract/limits.ts';
import { t } from '../text/text.ts';
import { formatUsd } from './format-price.ts';

type Priced = Pick<ModelRecord, 'licenseType' | 'priceUsd'>;

/** What all of a model costs, in a word: nothing where it has only free files. */
export function describeUnlockPrice({ licenseType, priceUsd }: Priced): string {
  return isFree({ licenseType, priceUsd }) ? t('units.free') : formatUsd(priceUsd);
}

/** The same in a sentence that also tells what is free. */
export function describeWholePrice(model: Priced & { readonly lods: readonly Lod[] }): string {
  if (isFree(model)) return t('units.free');
  const price = formatUsd(model.priceUsd);
  return model.lods.includes('1k') ? t('units.freeThenOnce', { price }) : t('units.onceOnly', { price });
}

const isFree = ({ licenseType, priceUsd }: Priced) => licenseType === 'lowpoly_free' || priceUsd === 0;
