import { memo, useState } from 'react';
import { drawPlaceholder } from '../lib/placeholder/draw-placeholder.ts';
import { glyphs } from '../lib/placeholder/glyphs.ts';
import { pictureHeight, pictureWidth } from '../lib/placeholder/projection.ts';
import styles from './poster.module.css';

type PosterProps = {
  readonly guid: string;
  readonly category: string;
  /** A rendered poster; null until one exists. */
  readonly url: string | null;
  /** Too small for the glyph of the category. */
  readonly isSmall?: boolean;
};

export function Poster({ guid, category, url, isSmall = false }: PosterProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || url === brokenUrl)
    return <PlaceholderArt guid={guid} category={category} isSmall={isSmall} />;
  return (
    <img
      key={url}
      className={styles.image}
      src={url}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => setBrokenUrl(url)}
    />
  );
}

type PlaceholderArtProps = {
  readonly guid: string;
  readonly category: string;
  /** Too small for the glyph of the category. */
  readonly isSmall?: boolean;
};

/** Stands in for a poster that does not exist yet: drawn from the guid and the category, always the same. */
const PlaceholderArt = memo(function PlaceholderArt({
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

/** The picture of a model of which only the guid is known: the connected server's, or a drawing where it has none. */
export function SmallPoster({ guid }: { readonly guid: string }) {
  return <Poster guid={guid} category="" url={`/posters/${encodeURIComponent(guid)}/small`} isSmall />;
}
