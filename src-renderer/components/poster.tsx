import { useState } from 'react';
import { firstLook } from '../../server/contract/limits.ts';
import { findCategoryGlyph } from '../lib/placeholder/find-category-glyph.ts';
import { glyphs } from '../lib/placeholder/glyphs.ts';
import { sitePath } from '../lib/site-path.ts';
import styles from './poster.module.css';

type PosterProps = {
  readonly category: string;
  /** The first one is named where there is no picture. */
  readonly formats?: readonly string[];
  /** A rendered poster; null until one exists. */
  readonly url: string | null;
  /** The same at half the size, for small places. */
  readonly smallUrl?: string | null;
  /** Its place is in view as soon as it exists. */
  readonly isInView?: boolean;
  /** Among the first pictures of a page: loaded before everything else. */
  readonly isFirst?: boolean;
  /** Too small for anything but a sign. */
  readonly isSmall?: boolean;
  /** On a card that is larger than usual. */
  readonly isLarge?: boolean;
};

/** Cards are about as wide as this, in CSS px, in the grid of every width. */
const cardSizes = { usual: firstLook.cardWidths, large: '400px' };

export function Poster(props: PosterProps) {
  const { category, formats = [], url, smallUrl = null, isInView = false, isFirst = false, isSmall } = props;
  const sizes = props.isLarge === true ? cardSizes.large : cardSizes.usual;
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || url === brokenUrl)
    return <Placeholder category={category} format={isSmall ? undefined : formats[0]} />;
  return (
    <img
      key={url}
      className={styles.image}
      {...(smallUrl !== null && { srcSet: `${smallUrl} 256w, ${url} 512w`, sizes })}
      src={url}
      alt=""
      loading={isInView ? 'eager' : 'lazy'}
      fetchPriority={isFirst ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setBrokenUrl(url)}
    />
  );
}

type PlaceholderProps = { readonly category: string; readonly format: string | undefined };

/** Stands in for a missing poster without suggesting how the model looks. */
function Placeholder({ category, format }: PlaceholderProps) {
  return (
    // The format is drawn by the style: as text, it would count as what is seen of the card's name.
    <span className={styles.blank} data-format={format?.toUpperCase()} aria-hidden="true">
      <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={glyphs[findCategoryGlyph(category)]} />
      </svg>
    </span>
  );
}

/** The picture of a model by its guid, from the connected server, or a placeholder if it has none. */
export function SmallPoster({ guid }: { readonly guid: string }) {
  return <Poster category="" url={`${sitePath}/posters/${encodeURIComponent(guid)}/small`} isSmall />;
}
