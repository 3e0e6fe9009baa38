import { readStored, writeStored } from '../../lib/stored-value.ts';
import { isNarrowerThan } from '../../styles/breakpoints.ts';

export const cardSizes = ['small', 'medium', 'large'] as const;
export type CardSize = (typeof cardSizes)[number];

/** Least widths in rem, so that cards grow with the text in them; beyond that they fill the row. */
export const cardWidths: Readonly<Record<CardSize, number>> = { small: 10.25, medium: 12.75, large: 17 };

const key = 'lodestock.card-size';

/** What was chosen last; at first two cards stand beside each other on a phone. */
export const readCardSize = (): CardSize =>
  readStored(key, cardSizes, isNarrowerThan('one-column') ? 'small' : 'medium');

export const keepCardSize = (size: CardSize) => writeStored(key, size);

/** As `--space-4`, in px. */
export const cardGap = 12;
const pictureRatio = 0.75;

type Row = {
  /** Of the whole row, in px. */
  readonly width: number;
  readonly columns: number;
  /** Of what stands below a picture, as it was measured, in px. */
  readonly captionHeight: number;
};

/** Height of a row with the gap below it, in px. */
export function findRowHeight({ width, columns, captionHeight }: Row): number {
  const cardWidth = (width - cardGap * (columns - 1)) / columns;
  return Math.ceil(cardWidth * pictureRatio + captionHeight) + borders + cardGap;
}

/** Of a card, above and below. */
const borders = 2;
