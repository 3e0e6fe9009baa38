import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import type { SceneFile } from './store/file-choice.ts';
import type { PriceState } from './store/price-state.ts';

type Labelled = {
  /** Bytes of the whole download. */
  readonly bytes: number;
  readonly format: string;
  /** The files that come with it. */
  readonly beside: 'nothing' | 'textures' | 'files';
};

/** The effect of a press on the button, in words. */
export function toDownloadLabel(price: PriceState, { bytes, format, beside }: Labelled): string {
  if (price.kind === 'unlocks') return t('model.unlockAndDownload', { price: formatUsd(price.priceUsd) });
  if (price.kind === 'too-expensive') return t('model.unlock', { price: formatUsd(price.priceUsd) });
  const words = { format: format.toUpperCase(), size: formatBytes(bytes) };
  if (beside === 'nothing') return t('model.download', words);
  return beside === 'textures' ? t('model.downloadWithTextures', words) : t('model.downloadWithFiles', words);
}

/** The files that come with a file that needs others. */
export function toLabelled(file: SceneFile, { topologies }: Pick<ModelDetails, 'topologies'>): Labelled {
  const { format, sizeBytes, supportBytes, supportFilesCount, lod } = file;
  const siblings = topologies.find((topology) => topology.lod === lod)?.files ?? [];
  const hasTextures = siblings.some(({ role }) => role === 'texture');
  const beside = supportFilesCount === 0 ? 'nothing' : hasTextures ? 'textures' : 'files';
  return { format, bytes: sizeBytes + supportBytes, beside };
}

export function describePrice(price: PriceState): string {
  if (!hasPrices()) return price.kind === 'free-with-account' ? t('model.price.needsAccount') : '';
  switch (price.kind) {
    case 'free':
      return t('model.price.free');
    case 'free-with-account':
      return t('model.price.freeWithAccount');
    case 'unlocked':
      return t('model.price.unlocked');
    case 'unlocks':
      return price.restUsd === undefined
        ? t('model.price.unlocks', { price: formatUsd(price.priceUsd) })
        : t('model.price.unlocksOf', { price: formatUsd(price.priceUsd), rest: formatUsd(price.restUsd) });
    case 'too-expensive':
      return t('model.price.tooExpensive', {
        price: formatUsd(price.priceUsd),
        balance: formatUsd(price.balanceUsd),
      });
  }
}
