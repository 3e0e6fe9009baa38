import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { StarterTarget as Target } from '../../../src-main/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { nextSteps } from './host-names.ts';
import styles from './starters.module.css';
import type { StartersStore } from './starters-store.ts';

const installLabels: Readonly<Partial<Record<Target['state'], string>>> = {
  absent: 'Install',
  installed: 'Up to date',
  outdated: 'Update',
  changed: 'Replace',
};

function describeState({ state, version }: Target, offered: string): string {
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

/** The button that puts the version before back; none where “Update” would bring the same. */
function describeReturn({ previous, state }: Target, offered: string): string | null {
  if (!previous || (previous.version === offered && !previous.isChanged && state === 'outdated')) return null;
  return `Go back to ${previous.version}${previous.isChanged ? ', as changed by hand' : ''}`;
}

type StarterTargetProps = {
  readonly target: Target;
  readonly offered: string;
  readonly store: StartersStore;
};

/** One place for a plugin: what is there, and what can be done about it. */
export function StarterTarget({ target, offered, store }: StarterTargetProps) {
  const { busyId, freshId } = useStore(store);
  const { id, name, place, state, message } = target;
  const row = useRef<HTMLLIElement>(null);
  const isBusy = busyId === id;
  useEffect(() => {
    if (!isBusy) return undefined;
    return () => {
      // The button that was pressed is another one now, or gone.
      if (document.activeElement === document.body) row.current?.focus();
    };
  }, [isBusy]);
  return (
    <li ref={row} className={styles.target} tabIndex={-1} aria-label={name} aria-busy={isBusy}>
      <div className={styles.targetText}>
        <strong>{name}</strong>
        <span className={styles.state} data-state={state}>
          {describeState(target, offered)}
        </span>
        <span className={styles.place}>{place}</span>
        {message !== null && <span className={styles.message}>{message}</span>}
        {freshId === id && state !== 'absent' && (
          <span className={styles.message} role="status">
            {nextSteps[target.family]}
          </span>
        )}
      </div>
      <TargetButtons target={target} offered={offered} store={store} />
    </li>
  );
}

/** The last place stays with the plugin's own button, so that a second click never meets “Remove”. */
function TargetButtons({ target, offered, store }: StarterTargetProps) {
  const { busyId, install, goBack, remove } = useStore(store);
  const { id, name, state } = target;
  const label = installLabels[state];
  const returnLabel = describeReturn(target, offered);
  const canRemove = state !== 'absent' && state !== 'blocked';
  const isBusy = busyId !== null;
  return (
    <div className={styles.buttons}>
      {returnLabel && (
        <Button disabled={isBusy} aria-label={`${returnLabel}: ${name}`} onClick={() => void goBack(id)}>
          {returnLabel}
        </Button>
      )}
      {canRemove && (
        <Button disabled={isBusy} aria-label={`Remove: ${name}`} onClick={() => void remove(id)}>
          Remove
        </Button>
      )}
      {label && (
        <Button
          variant={state === 'installed' ? 'plain' : 'primary'}
          disabled={isBusy || state === 'installed'}
          aria-label={`${label}: ${name}`}
          onClick={() => void install(id)}
        >
          {busyId === id ? 'Working…' : label}
        </Button>
      )}
    </div>
  );
}
