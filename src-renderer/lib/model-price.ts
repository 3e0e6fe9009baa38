import type { ModelRecord } from '../../server/contract/discovery.ts';
import type { Lod } from '../../server/contract/limits.ts';
import { formatPrice } from './format-price.ts';

type Priced = Pick<ModelRecord, 'licenseType' | 'priceUsd'>;

/** What all of a model costs, in a word: nothing where it has only free files. */
export function describeUnlockPrice({ licenseType, priceUsd }: Priced): string {
  return licenseType === 'lowpoly_free' ? 'Free' : formatPrice(priceUsd);
}

/** The same in a sentence that also tells what is free. */
export function describeWholePrice(model: Priced & { readonly lods: readonly Lod[] }): string {
  const price = describeUnlockPrice(model);
  if (price === 'Free') return price;
  return model.lods.includes('1k') ? `1k free, the rest ${price} once` : `${price} once`;
}
