import { useEffect, useState } from 'react';
import styles from './turning-picture.module.css';

/** Pointers that only pass by load nothing, in milliseconds. */
const settled = 140;

/** Covers a model's picture, once it is there, with its views from all around, one after the other. */
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

/** For people who asked for less motion, models stand still. */
export const mayTurn = () => !matchMedia('(prefers-reduced-motion: reduce)').matches;
