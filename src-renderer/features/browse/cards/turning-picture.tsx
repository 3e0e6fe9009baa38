import { useEffect, useState } from 'react';
import styles from './turning-picture.module.css';

/** Milliseconds of hover before anything is loaded. */
const settled = 140;

/** Covers a model's picture, once loaded, with its views from all sides in turn. */
export function TurningPicture({ url }: { readonly url: string }) {
  const [isWanted, setIsWanted] = useState(false);
  const [isReady, setIsReady] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsWanted(true), settled);
    return () => clearTimeout(timer);
  }, []);
  if (!isWanted) return null;
  return (
    <div className={styles.cover} data-ready={isReady}>
      <div className={styles.window}>
        <img className={styles.views} src={url} alt="" draggable={false} onLoad={() => setIsReady(true)} />
      </div>
    </div>
  );
}

/** False for users who prefer reduced motion. */
export const mayTurn = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;
