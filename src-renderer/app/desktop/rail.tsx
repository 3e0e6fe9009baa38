import { useRef } from 'react';
import { Icon } from '../../components/icon.tsx';
import { useOneTabStop } from '../../lib/view/use-one-tab-stop.ts';
import { t } from '../../text/text.ts';
import { homeOf, iconOf, type PlaceName, places } from '../places.ts';
import type { Route } from '../route.ts';
import styles from '../shell.module.css';

type RailProps = {
  readonly current: Route['name'];
  readonly activeDownloads: number;
  readonly hasPublish: boolean;
  readonly hrefOf: (name: PlaceName) => string;
};

export function Rail({ current, activeDownloads, hasPublish, hrefOf }: RailProps) {
  const rail = useRef<HTMLElement>(null);
  const oneStop = useOneTabStop(rail, { stops: 'a', leaps: 'a' });
  return (
    <nav ref={rail} className={styles.rail} aria-label={t('shell.navigation')} {...oneStop}>
      {places
        .filter((name) => hasPublish || name !== 'publish')
        .map((name) => (
          <a
            key={name}
            className={`${styles.place} ${name === 'settings' ? styles.last : ''}`}
            href={hrefOf(name)}
            aria-current={homeOf(current) === name ? 'page' : undefined}
          >
            <Icon name={iconOf(name)} size={20} />
            <span className={styles.placeName}>{t(`shell.places.${name}`)}</span>
            {name === 'downloads' && activeDownloads > 0 && (
              <span className={styles.badge}>
                <span aria-hidden="true">{activeDownloads}</span>
                <span className="visually-hidden">
                  {t('shell.activeDownloads', { count: activeDownloads })}
                </span>
              </span>
            )}
          </a>
        ))}
    </nav>
  );
}
