import { Icon, type IconName } from '../../components/icon.tsx';
import { t } from '../../text/text.ts';
import type { Route } from '../route.ts';
import styles from '../shell.module.css';

type RailProps = {
  readonly current: Route['name'];
  readonly activeDownloads: number;
  /** Whether the person may publish. */
  readonly hasPublish: boolean;
  readonly hrefOf: (name: PlaceName) => string;
};

export const places = [
  'browse',
  'favourites',
  'collections',
  'library',
  'downloads',
  'publish',
  'plugins',
  'settings',
] as const satisfies readonly ((IconName & Route['name']) | 'favourites' | 'publish')[];
/** Pages that belong to another one. */
const homes: Partial<Record<Route['name'], PlaceName>> = {
  model: 'browse',
  collection: 'collections',
  server: 'settings',
};
export type PlaceName = (typeof places)[number];

/** The icon of a place. */
export function iconOf(name: PlaceName): IconName {
  if (name === 'favourites') return 'heart';
  return name === 'publish' ? 'upload' : name;
}

export function Rail({ current, activeDownloads, hasPublish, hrefOf }: RailProps) {
  return (
    <nav className={styles.rail} aria-label={t('shell.navigation')}>
      {places
        .filter((name) => hasPublish || name !== 'publish')
        .map((name) => (
          <a
            key={name}
            className={`${styles.place} ${name === 'settings' ? styles.last : ''}`}
            href={hrefOf(name)}
            aria-current={(homes[current] ?? current) === name ? 'page' : undefined}
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
