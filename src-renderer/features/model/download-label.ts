import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import type { PriceState } from './price-state.ts';

/** What a press of the button does, in words. */
export function toDownloadLabel(price: PriceState, bytes: number): string {
  if (price.kind === 'unlocks') return `Unlock for ${formatUsd(price.priceUsd)} and download`;
  if (price.kind === 'too-expensive') return `Unlock for ${formatUsd(price.priceUsd)}`;
  return `Download ${formatBytes(bytes)}`;
}

export function describePrice(price: PriceState): string {
  switch (price.kind) {
    case 'free':
      return 'Free';
    case 'unlocked':
      return 'Unlocked';
    case 'unlocks':
      return `Unlocks the model for ${formatUsd(price.priceUsd)}`;
    case 'too-expensive':
      return `Unlocking costs ${formatUsd(price.priceUsd)}, your balance is ${formatUsd(price.balanceUsd)}`;
  }
}
