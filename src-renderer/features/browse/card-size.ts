export const cardSizes = ['small', 'medium', 'large'] as const;
export type CardSize = (typeof cardSizes)[number];

/** Least widths in px; cards grow to fill the row. */
export const cardWidths: Readonly<Record<CardSize, number>> = { small: 164, medium: 204, large: 272 };

/** As `--space-4`. */
export const cardGap = 12;
/** Height of a card below its picture, borders included. */
const captionHeight = 82;
const pictureRatio = 0.75;

export function findRowHeight(width: number, columns: number): number {
  const cardWidth = (width - cardGap * (columns - 1)) / columns;
  return Math.round(cardWidth * pictureRatio) + captionHeight + cardGap;
}
