import type { Lod } from '../../../../server/contract/limits.ts';
import type { Pricing } from './model-store.ts';

/** How downloading a file of this topology affects the balance. */
export type PriceState =
  | { readonly kind: 'free' }
  /** The price after signing in. */
  | { readonly kind: 'free-with-account' }
  | { readonly kind: 'unlocked' }
  | {
      readonly kind: 'unlocks';
      readonly priceUsd: number;
      /** The balance afterwards; absent if unknown. */
      readonly restUsd?: number;
    }
  | { readonly kind: 'too-expensive'; readonly priceUsd: number; readonly balanceUsd: number };

/** Returns the most that a download may cost, in US dollars, for a user who has seen this state. */
export const mostOf = (price: PriceState): number => (price.kind === 'unlocks' ? price.priceUsd : 0);

export function findPriceState(lod: Lod, priceUsd: number, pricing: Pricing | null): PriceState {
  if (lod === '1k') return { kind: 'free' };
  if (pricing === null) return priceUsd === 0 ? { kind: 'free-with-account' } : { kind: 'unlocks', priceUsd };
  if (pricing.unlocked) return { kind: 'unlocked' };
  if (pricing.priceUsd === 0) return { kind: 'free' };
  if (pricing.balanceUsd < pricing.priceUsd)
    return { kind: 'too-expensive', priceUsd: pricing.priceUsd, balanceUsd: pricing.balanceUsd };
  // In cents, as dollars do not subtract exactly.
  const restUsd = Math.round((pricing.balanceUsd - pricing.priceUsd) * 100) / 100;
  return { kind: 'unlocks', priceUsd: pricing.priceUsd, restUsd };
}
