import { useState } from 'react';
import { PlaceholderArt } from './placeholder-art.tsx';
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
