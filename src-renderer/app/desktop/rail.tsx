import { Icon } from '../../components/icon.tsx';
import type { IconName } from '../../components/icons.ts';
import type { Route } from '../route.ts';
import styles from '../shell.module.css';

type RailProps = {
  readonly current: Route['name'];
  readonly activeDownloads: number;
  readonly hrefOf: (name: PlaceName) => string;
};

const places = [
  { name: 'browse', label: 'Browse' },
  { name: 'library', label: 'Library' },
  { name: 'downloads', label: 'Downloads' },
  { name: 'plugins', label: 'Plugins' },
  { name: 'settings', label: 'Settings' },
] as const satisfies readonly { name: IconName & Route['name']; label: string }[];
export type PlaceName = (typeof places)[number]['name'];

export function Rail({ current, activeDownloads, hrefOf }: RailProps) {
  return (
    <nav className={styles.rail} aria-label="Places">
      {places.map(({ name, label }) => (
        <a
          key={name}
          className={`${styles.place} ${name === 'settings' ? styles.last : ''}`}
          href={hrefOf(name)}
          aria-current={current === name || (current === 'model' && name === 'browse') ? 'page' : undefined}
        >
          <Icon name={name} size={20} />
          {label}
          {name === 'downloads' && activeDownloads > 0 && (
            <span className={styles.badge}>
              {activeDownloads}
              <span className="visually-hidden"> active</span>
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}
