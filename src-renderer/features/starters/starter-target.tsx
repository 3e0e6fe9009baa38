import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import type { PluginTarget as Target } from '../../../src-main/platform/ipc/contract.ts';
import { Button } from '../../components/button.tsx';
import { Said } from '../../components/said.tsx';
import { usePicked } from '../../data/use-picked.ts';
import { t } from '../../text/text.ts';
import styles from './starters.module.css';
import type { StartersStore } from './starters-store.ts';

function describeState({ state, version }: Target, offered: string): string {
  return t(`plugins.state.${state}`, { version: version ?? '', offered });
}

/** Label of the button that restores the previous version; null if “Update” would do the same. */
function describeReturn({ previous, state }: Target, offered: string): string | null {
  if (!previous || (previous.version === offered && !previous.isChanged && state === 'outdated')) return null;
  const { version, isChanged } = previous;
  return isChanged ? t('plugins.previousChanged', { version }) : t('plugins.previous', { version });
}

type StarterTargetProps = {
  readonly target: Target;
  readonly offered: string;
  readonly store: StartersStore;
};

/** One install location of a plugin: its state, and the actions. */
export function StarterTarget({ target, offered, store }: StarterTargetProps) {
  const { busyId, freshId } = usePicked(store, 'busyId', 'freshId');
  const { id, name, place, state, message } = target;
  const row = useRef<HTMLLIElement>(null);
  const isBusy = busyId === id;
  useEffect(() => {
    if (!isBusy) return undefined;
    return () => {
      // The pressed button has changed or disappeared.
      if (document.activeElement === document.body) row.current?.focus();
    };
  }, [isBusy]);
  return (
    <li ref={row} className={styles.target} tabIndex={-1} aria-label={name} aria-busy={isBusy}>
      <div className="stack gap-1 shrinkable">
        <strong>{name}</strong>
        <span className={styles.state} data-state={state}>
          {describeState(target, offered)}
        </span>
        <span className="faint small mono breakable">{place}</span>
        {message !== null && (
          <span className={styles.message}>
            <Said>{message}</Said>
          </span>
        )}
        {freshId === id && state !== 'absent' && (
          <span className={styles.message} role="status">
            {t(`plugins.nextSteps.${target.family}`)}
          </span>
        )}
      </div>
      <TargetButtons target={target} offered={offered} store={store} />
    </li>
  );
}

/** The plugin's own button stays in the last position, so that a double click never hits “Remove”. */
function TargetButtons({ target, offered, store }: StarterTargetProps) {
  const busyId = useStore(store, (state) => state.busyId);
  const { install, goBack, remove } = store.getState();
  const { id, name, state } = target;
  const label = state === 'blocked' ? null : t(`plugins.install.${state}`);
  const returnLabel = describeReturn(target, offered);
  const canRemove = state !== 'absent' && state !== 'blocked';
  const isBusy = busyId !== null;
  return (
    <div className={styles.buttons}>
      {returnLabel && (
        <Button
          disabled={isBusy}
          aria-label={t('plugins.runOn', { action: returnLabel, name })}
          onClick={() => void goBack(id)}
        >
          {returnLabel}
        </Button>
      )}
      {canRemove && (
        <Button
          disabled={isBusy}
          aria-label={t('plugins.removeFrom', { name })}
          onClick={() => void remove(id)}
        >
          {t('plugins.remove')}
        </Button>
      )}
      {label && (
        <Button
          variant={state === 'installed' ? 'plain' : 'primary'}
          disabled={isBusy || state === 'installed'}
          aria-label={t('plugins.runOn', { action: label, name })}
          onClick={() => void install(id)}
        >
          {busyId === id ? t('plugins.working') : label}
        </Button>
      )}
    </div>
  );
}
