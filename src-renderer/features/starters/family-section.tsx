import { useStore } from 'zustand';
import type { StartersState, StarterTarget } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { hostNames, nextSteps, notFoundHints } from './host-names.ts';
import styles from './starters.module.css';
import type { StartersStore } from './starters-store.ts';

type Family = StartersState['families'][number];
type FamilySectionProps = { readonly family: Family; readonly store: StartersStore };

const installLabels: Readonly<Partial<Record<StarterTarget['state'], string>>> = {
  absent: 'Install',
  outdated: 'Update',
  changed: 'Replace',
};

export function FamilySection({ family, store }: FamilySectionProps) {
  const name = hostNames[family.family];
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
          <Target key={target.id} target={target} offered={family.offered ?? ''} store={store} />
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

function describeState({ state, version }: StarterTarget, offered: string): string {
  switch (state) {
    case 'absent':
      return 'Not installed';
    case 'installed':
      return `Installed, version ${version}`;
    case 'outdated':
      return `Version ${version} is installed; ${offered} is there`;
    case 'changed':
      return `Version ${version}, changed by hand`;
    case 'blocked':
      return 'Cannot be installed';
  }
}

type TargetProps = {
  readonly target: StarterTarget;
  readonly offered: string;
  readonly store: StartersStore;
};

function Target({ target, offered, store }: TargetProps) {
  const { busyId, freshId, install, remove } = useStore(store);
  const { id, name, place, state, message } = target;
  const label = installLabels[state];
  const canRemove = state !== 'absent' && state !== 'blocked';
  return (
    <li className={styles.target}>
      <div className={styles.targetText}>
        <strong>{name}</strong>
        <span className={styles.state} data-state={state}>
          {describeState(target, offered)}
        </span>
        <span className={styles.place}>{place}</span>
        {message !== null && <span className={styles.message}>{message}</span>}
        {freshId === id && state === 'installed' && (
          <span className={styles.message} role="status">
            {nextSteps[target.family]}
          </span>
        )}
      </div>
      <div className={styles.buttons}>
        {label && (
          <Button
            variant="primary"
            disabled={busyId !== null}
            aria-label={`${label}: ${name}`}
            onClick={() => void install(id)}
          >
            {busyId === id ? 'Working…' : label}
          </Button>
        )}
        {canRemove && (
          <Button disabled={busyId !== null} aria-label={`Remove: ${name}`} onClick={() => void remove(id)}>
            Remove
          </Button>
        )}
      </div>
    </li>
  );
}
