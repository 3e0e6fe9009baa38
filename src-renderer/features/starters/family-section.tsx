import type { StartersState } from '../../../src-main/ipc/contract.ts';
import { programNames } from '../../lib/program-names.ts';
import { notFoundHints } from './host-names.ts';
import { StarterTarget } from './starter-target.tsx';
import styles from './starters.module.css';
import type { StartersStore } from './starters-store.ts';

type Family = StartersState['families'][number];
type FamilySectionProps = { readonly family: Family; readonly store: StartersStore };

export function FamilySection({ family, store }: FamilySectionProps) {
  const name = programNames[family.family];
  return (
    <section className={styles.section} aria-label={name}>
      <div className={styles.sectionHead}>
        <h2>{name}</h2>
        {family.offered !== null && <span className={styles.facts}>Plugin {family.offered}</span>}
      </div>
      {family.offered === null && <p>This Lodestock comes without a plugin for {name}.</p>}
      {family.offered !== null && family.targets.length === 0 && <p>{notFoundHints[family.family]}</p>}
      <ul className={styles.targets} aria-label={`Places for the plugin of ${name}`}>
        {family.targets.map((target) => (
          <StarterTarget key={target.id} target={target} offered={family.offered ?? ''} store={store} />
        ))}
      </ul>
      {family.notes.length > 0 && (
        <details className={styles.notes}>
          <summary>What is new in {family.offered}</summary>
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
