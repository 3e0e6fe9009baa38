import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { limits } from '../../../../server/contract/limits.ts';
import { translateSentence } from '../../../errors/translate-sentence.ts';
import { t } from '../../../text/text.ts';
import styles from './notes.module.css';
import type { NotesStore } from './notes-store.ts';

/** The main process rejects longer notes. */
const longestNote = limits.ownNotes.noteLength;
/** Milliseconds without a key after which a note is saved. */
const savePause = 800;

type Draft = { readonly text: string; readonly seen: string };
type ModelNoteProps = {
  readonly store: NotesStore;
  readonly guid: string;
  /** Where it is stored, and who sees it. */
  readonly hint: string;
};

/**
 * The user's own note on a model, saved while they type. A note from another computer appears below it once this one is
 * saved. Use the model's guid as key.
 */
export function ModelNote({ store, guid, hint }: ModelNoteProps) {
  const saved = useStore(store, ({ notes }) => notes.get(guid));
  const notSent = useStore(store, (state) => state.notSent);
  const { write } = store.getState();
  const id = useId();
  const [draft, setDraft] = useState<Draft | null>(null);
  const latest = useRef<Draft | null>(null);
  latest.current = draft;
  const save = useRef(async () => {
    const now = latest.current;
    if (now === null) return;
    const written = await write(guid, now.text, now.seen);
    // If the user has typed on, the next save still sends the version they started from, not one that arrived since.
    if (written !== null && latest.current?.text === now.text) setDraft(null);
  });
  useEffect(() => {
    if (draft === null) return;
    const timer = setTimeout(() => void save.current(), savePause);
    return () => clearTimeout(timer);
  }, [draft]);
  useEffect(() => () => void save.current(), []);
  return (
    <section className="stack gap-2">
      <label className="field-label" htmlFor={id}>
        {t('library.notes.note')}
      </label>
      <textarea
        id={id}
        className={`input ${styles.note}`}
        rows={3}
        maxLength={longestNote}
        placeholder={hint}
        value={draft?.text ?? saved?.note ?? ''}
        onChange={({ target }) => setDraft({ text: target.value, seen: draft?.seen ?? saved?.seen ?? '' })}
        onBlur={() => void save.current()}
      />
      {notSent !== null && (
        <p className={styles.some}>{t('library.notes.notSent', { reason: translateSentence(notSent) })}</p>
      )}
    </section>
  );
}
