import { memo } from 'react';
import { drawPlaceholder } from '../lib/placeholder/draw-placeholder.ts';
import { glyphs } from '../lib/placeholder/glyphs.ts';
import { pictureHeight, pictureWidth } from '../lib/placeholder/projection.ts';
import styles from './placeholder-art.module.css';

type PlaceholderArtProps = {
  readonly guid: string;
  readonly category: string;
  /** Too small for the glyph of the category. */
  readonly isSmall?: boolean;
};

/** Stands in for a poster that does not exist yet: drawn from the guid and the category, always the same. */
export const PlaceholderArt = memo(function PlaceholderArt({
  guid,
  category,
  isSmall = false,
}: PlaceholderArtProps) {
  const { hue, glyph, faces } = drawPlaceholder(guid, category);
  return (
    <svg
      className={styles.art}
      style={{ '--hue': hue }}
      viewBox={`0 0 ${pictureWidth} ${pictureHeight}`}
      aria-hidden="true"
      focusable="false"
    >
      {faces.map(({ tone, path }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of the faces is their identity
        <path key={index} className={styles[tone]} d={path} />
      ))}
      {!isSmall && <path className={styles.glyph} d={glyphs[glyph]} />}
    </svg>
  );
});
