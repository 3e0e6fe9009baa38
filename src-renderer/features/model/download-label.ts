import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { t } from '../../text/text.ts';
import type { PriceState } from './price-state.ts';

/** What a press of the button does, in words. */
export function toDownloadLabel(price: PriceState, bytes: number): string {
  if (price.kind === 'unlocks') return t('model.unlockAndDownload', { price: formatUsd(price.priceUsd) });
  if (price.kind === 'too-expensive') return t('model.unlock', { price: formatUsd(price.priceUsd) });
  return t('model.download', { size: formatBytes(bytes) });
}

export function describePrice(price: PriceState): string {
  switch (price.kind) {
    case 'free':
      return t('model.price.free');
    case 'unlocked':
      return t('model.price.unlocked');
    case 'unlocks':
      return t('model.price.unlocks', { price: formatUsd(price.priceUsd) });
    case 'too-expensive':
      return t('model.price.tooExpensive', {
        price: formatUsd(price.priceUsd),
        balance: formatUsd(price.balanceUsd),
      });
  }
}
