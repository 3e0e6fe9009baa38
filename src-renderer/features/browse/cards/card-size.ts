import { readStoredText, writeStored } from '../../../data/stored-value.ts';
import { isNarrowerThan } from '../../../styles/breakpoints.ts';

/** Bounds of the least card width in rem, so that cards grow with their text; cards stretch to fill the row. */
export const cardWidths = { least: 8.5, most: 24 } as const;

const key = 'lodestock.card-width';

const clamp = (width: number) => Math.min(cardWidths.most, Math.max(cardWidths.least, width));

/** Returns the last choice; by default, two cards fit side by side on a phone. */
export function readCardWidth(): number {
  const kept = Number.parseFloat(readStoredText(key) ?? '');
  if (Number.isFinite(kept)) return clamp(kept);
  return isNarrowerThan('one-column') ? 10.25 : 12.75;
}

export const keepCardWidth = (width: number) => writeStored(key, String(clamp(width)));

/** Same as `--space-4`, in px. */
export const cardGap = 12;
const pictureRatio = 0.75;

type Row = {
  /** Width of the whole row, in px. */
  readonly width: number;
  readonly columns: number;
  /** Measured height below a card's picture, in px. */
  readonly captionHeight: number;
};

/** Returns the height of a row with the gap below it, in px. */
export function findRowHeight({ width, columns, captionHeight }: Row): number {
  const cardWidth = (width - cardGap * (columns - 1)) / columns;
  return Math.ceil(cardWidth * pictureRatio + captionHeight) + borders + cardGap;
}

/** Top and bottom border of a card, in px. */
const borders = 2;
