import type { OutputOf } from '../../../server/contract/index.ts';
import { formatDate } from '../../lib/format-date.ts';
import styles from './account.module.css';

type UnlockListProps = {
  readonly entitlements: OutputOf<'entitlements'>['entitlements'];
  readonly hrefOf: (guid: string) => string;
};

export function UnlockList({ entitlements, hrefOf }: UnlockListProps) {
  return (
    <section aria-labelledby="unlocked-models">
      <h2 id="unlocked-models">Unlocked models</h2>
      {entitlements.length === 0 && (
        <p className={styles.reason}>None yet. The 1k topology of every model is free without unlocking.</p>
      )}
      <ul className={styles.unlocks}>
        {entitlements.map(({ guid, title, unlockedAt }) => (
          <li key={guid}>
            <a href={hrefOf(guid)}>{title}</a>
            <span className={styles.reason}>{formatDate(unlockedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
