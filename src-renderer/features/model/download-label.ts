import type { ModelDetails } from '../../../server/contract/catalogue/discovery.ts';
import { formatBytes } from '../../lib/format-bytes.ts';
import { formatUsd } from '../../lib/format-price.ts';
import { hasPrices } from '../../lib/has-prices.ts';
import { t } from '../../text/text.ts';
import type { SceneFile } from './store/file-choice.ts';
import type { PriceState } from './store/price-state.ts';

/** How much of a topology one download includes. */
export const ways = ['complete', 'file', 'textures', 'all'] as const;
export type Way = (typeof ways)[number];

export type Taken = {
  readonly way: Way;
  readonly bytes: number;
  /** Described as in `10k FBX with textures`. */
  readonly what: string;
};

const bytesOf = (files: readonly { readonly sizeBytes: number }[]) =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

/** Returns the file with what it needs, and each option that differs from that. */
export function listTaken(
  { sizeBytes, supportBytes, supportFilesCount, lod, format }: SceneFile,
  { topologies }: Pick<ModelDetails, 'topologies'>,
): readonly [Taken, ...Taken[]] {
  const siblings = topologies.find((topology) => topology.lod === lod)?.files ?? [];
  const textures = siblings.filter(({ role }) => role === 'texture');
  const words = { lod, format: format.toUpperCase() };
  const isAlone = supportFilesCount === 0;
  const needs = isAlone ? 'file' : textures.length > 0 ? 'withTextures' : 'withFiles';
  const others = [
    { way: 'file', bytes: sizeBytes, isOther: !isAlone },
    { way: 'textures', bytes: bytesOf(textures), isOther: textures.length > 0 },
    { way: 'all', bytes: bytesOf(siblings), isOther: siblings.length > 1 + supportFilesCount },
  ] as const;
  return [
    { way: 'complete', bytes: sizeBytes + supportBytes, what: t(`model.taken.${needs}`, words) },
    ...others
      .filter(({ isOther }) => isOther)
      .map(({ way, bytes }) => ({ way, bytes, what: t(`model.taken.${way}`, words) })),
  ];
}

/** Describes the effect of a press. */
export function toDownloadLabel(price: PriceState, { what, bytes }: Pick<Taken, 'what' | 'bytes'>): string {
  const words = { what, size: formatBytes(bytes) };
  if (price.kind === 'unlocks')
    return t('model.unlockAndDownload', { ...words, price: formatUsd(price.priceUsd) });
  if (price.kind === 'too-expensive') return t('model.unlock', { what, price: formatUsd(price.priceUsd) });
  return t('model.download', words);
}

/** Returns the price of a locked file; null for a file that is free or unlocked. */
export const notePrice = (price: PriceState): string | null =>
  hasPrices() && (price.kind === 'unlocks' || price.kind === 'too-expensive')
    ? formatUsd(price.priceUsd)
    : null;

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
