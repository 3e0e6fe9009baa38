import { Icon, type IconName } from '../../components/icon.tsx';
import { t } from '../../text/text.ts';
import type { Route } from '../route.ts';
import styles from '../shell.module.css';

type RailProps = {
  readonly current: Route['name'];
  readonly activeDownloads: number;
  readonly hrefOf: (name: PlaceName) => string;
};

const places = [
  'browse',
  'favourites',
  'library',
  'downloads',
  'plugins',
  'settings',
] as const satisfies readonly ((IconName & Route['name']) | 'favourites')[];
export type PlaceName = (typeof places)[number];

export function Rail({ current, activeDownloads, hrefOf }: RailProps) {
  return (
    <nav className={styles.rail} aria-label={t('shell.navigation')}>
      {places.map((name) => (
        <a
          key={name}
          className={`${styles.place} ${name === 'settings' ? styles.last : ''}`}
          href={hrefOf(name)}
          aria-current={current === name || (current === 'model' && name === 'browse') ? 'page' : undefined}
        >
          <Icon name={name === 'favourites' ? 'heart' : name} size={20} />
          {t(`shell.places.${name}`)}
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
