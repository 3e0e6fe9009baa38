import { useState } from 'react';
import { firstLook } from '../../server/contract/limits.ts';
import { findCategoryGlyph } from '../lib/placeholder/find-category-glyph.ts';
import { glyphs } from '../lib/placeholder/glyphs.ts';
import { sitePath } from '../lib/site-path.ts';
import styles from './poster.module.css';

type PosterProps = {
  readonly category: string;
  /** A rendered poster; null until one exists. */
  readonly url: string | null;
  /** Half the size, for small places. */
  readonly smallUrl?: string | null;
  /** Shown until the poster has loaded. */
  readonly sketchUrl?: string | null;
  /** True if it is in view from the start. */
  readonly isInView?: boolean;
  /** Among the first pictures of a page: loaded before everything else. */
  readonly isFirst?: boolean;
  readonly isLarge?: boolean;
};

/** Approximate card widths in CSS px, in the grid of every width. */
const cardSizes = { usual: firstLook.cardWidths, large: '400px' };

export function Poster(props: PosterProps) {
  const { category, url, smallUrl = null, sketchUrl = null, isInView = false, isFirst = false } = props;
  const sizes = props.isLarge === true ? cardSizes.large : cardSizes.usual;
  const [broken, setBroken] = useState<readonly string[]>([]);
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null);
  const [sketchedUrl, setSketchedUrl] = useState<string | null>(null);
  const isSound = (address: string | null) => address !== null && !broken.includes(address);
  const onError = (address: string) => () => setBroken((before) => [...before, address]);
  const isPoster = isSound(url);
  // The same element can later show another model.
  const isSketched = sketchUrl !== null && sketchedUrl === sketchUrl;
  // A visible sketch stays until the poster can replace it at once.
  const isWaiting = !isPoster || (isSketched && loadedUrl !== url);
  const loading = isInView ? 'eager' : 'lazy';
  if (!isPoster && !isSound(sketchUrl)) return <Placeholder category={category} />;
  return (
    <span className={styles.stack}>
      {sketchUrl !== null && isWaiting && isSound(sketchUrl) && (
        <img
          key={sketchUrl}
          className={styles.image}
          {...{ src: sketchUrl, loading, draggable: false }}
          alt=""
          onLoad={() => setSketchedUrl(sketchUrl)}
          onError={onError(sketchUrl)}
        />
      )}
      {url !== null && isPoster && (
        <img
          key={url}
          className={styles.image}
          hidden={isWaiting && isSketched}
          {...(smallUrl !== null && { srcSet: `${smallUrl} 256w, ${url} 512w`, sizes })}
          src={url}
          alt=""
          loading={isSketched ? 'eager' : loading}
          fetchPriority={isFirst ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onLoad={() => setLoadedUrl(url)}
          onError={onError(url)}
        />
      )}
    </span>
  );
}

/** Stands in for a missing poster without suggesting how the model looks. */
function Placeholder({ category }: Pick<PosterProps, 'category'>) {
  return (
    <span className={styles.blank} aria-hidden="true">
      <svg className={styles.glyph} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <path d={glyphs[findCategoryGlyph(category)]} />
      </svg>
    </span>
  );
}

/** The poster of a model by its guid, from the connected server, or a placeholder. */
export function SmallPoster({ guid, category = '' }: { readonly guid: string; readonly category?: string }) {
  const place = `${sitePath}/posters/${encodeURIComponent(guid)}`;
  return <Poster category={category} url={`${place}/small`} sketchUrl={`${place}/sketch`} />;
}
