import type { PluginsState } from '../../../src-main/ipc/contract.ts';
import { programNames } from '../../lib/program-names.ts';
import { t } from '../../text/text.ts';
import { StarterTarget } from './starter-target.tsx';
import styles from './starters.module.css';
import type { StartersStore } from './starters-store.ts';

type Family = PluginsState['families'][number];
type FamilySectionProps = { readonly family: Family; readonly store: StartersStore };

export function FamilySection({ family, store }: FamilySectionProps) {
  const name = programNames[family.family];
  return (
    <section className="stack gap-3" aria-label={name}>
      <div className="row baseline gap-3">
        <h2>{name}</h2>
        {family.offered !== null && (
          <span className="faint small">{t('plugins.offered', { version: family.offered })}</span>
        )}
      </div>
      {family.offered === null && <p>{t('plugins.notBundled', { name })}</p>}
      {family.offered !== null && family.targets.length === 0 && (
        <p>{t(`plugins.notFound.${family.family}`)}</p>
      )}
      <ul className={styles.targets} aria-label={t('plugins.places', { name })}>
        {family.targets.map((target) => (
          <StarterTarget key={target.id} target={target} offered={family.offered ?? ''} store={store} />
        ))}
      </ul>
      {family.notes.length > 0 && family.offered !== null && (
        <details className={styles.notes}>
          <summary>{t('plugins.whatIsNew', { version: family.offered })}</summary>
          <ul>
            {family.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
