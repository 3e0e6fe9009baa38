import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { limits } from '../../../server/contract/limits.ts';
import { Dialog } from '../../components/forms/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../text/text.ts';
import { findEntries, type PaletteEntry } from './find-entries.ts';
import styles from './palette.module.css';

type PaletteProps = {
  readonly entries: readonly PaletteEntry[];
  /** Returns models for these words; rejects once the signal aborts. */
  readonly findModels: (words: string, signal: AbortSignal) => Promise<readonly PaletteEntry[]>;
  readonly onClose: () => void;
};

/** Opens anything by a few letters; the field keeps the focus, and the arrow keys move through the list below. */
export function Palette({ entries, findModels, onClose }: PaletteProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const models = useModels(findModels, text);
  const found = [...findEntries(entries, text), ...models];
  const chosen = found[Math.min(active, found.length - 1)];
  const perform = (entry: PaletteEntry) => {
    onClose();
    entry.perform();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && found.length > 0)
      setActive((Math.min(active, found.length - 1) + step + found.length) % found.length);
    else if (event.key === 'Enter' && chosen !== undefined) perform(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog shape="top" title={t('palette.field')} onClose={onClose}>
      <input
        type="text"
        role="combobox"
        className="input"
        aria-label={t('palette.field')}
        aria-expanded={found.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={chosen === undefined ? undefined : `${listId}-${chosen.id}`}
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.queryLength}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
        }}
        onKeyDown={press}
      />
      <div id={listId} role="listbox" className={styles.list} aria-label={t('palette.results')}>
        {found.map((entry) => (
          <Option
            key={entry.id}
            id={`${listId}-${entry.id}`}
            entry={entry}
            isActive={entry === chosen}
            onChoose={() => perform(entry)}
          />
        ))}
      </div>
      {found.length === 0 && (
        <p className="quiet" role="status">
          {t('palette.none', { query: text.trim() })}
        </p>
      )}
    </Dialog>
  );
}

type OptionProps = {
  readonly id: string;
  readonly entry: PaletteEntry;
  readonly isActive: boolean;
  readonly onChoose: () => void;
};

function Option({ id, entry, isActive, onChoose }: OptionProps) {
  const { label, kind, icon, keys } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field that keeps the focus hears the keys
    <div
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' });
      }}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className={styles.option}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon name={icon} />
      <span className="grow shrinkable truncate">{label}</span>
      <span className="rigid quiet small">{keys === undefined ? kind : <kbd>{keys}</kbd>}</span>
    </div>
  );
}

const none: readonly PaletteEntry[] = [];
/** Milliseconds after the last key. */
const typingPause = 60;

/** Returns models for the typed text; the previous ones stay until newer ones have loaded. */
function useModels(findModels: PaletteProps['findModels'], text: string): readonly PaletteEntry[] {
  const [models, setModels] = useState(none);
  const words = text.trim();
  useEffect(() => {
    if (words === '') return setModels(none);
    const stopper = new AbortController();
    const find = () =>
      findModels(words, stopper.signal).then(
        (found) => !stopper.signal.aborted && setModels(found),
        () => !stopper.signal.aborted && setModels(none), // pages and actions are still listed
      );
    const timer = setTimeout(find, typingPause);
    return () => {
      clearTimeout(timer);
      stopper.abort();
    };
  }, [findModels, words]);
  return models;
}
