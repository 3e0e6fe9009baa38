import { useEffect, useId, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { limits } from '../../../../server/contract/limits.ts';
import { translateSentence } from '../../../errors/translate-sentence.ts';
import { t } from '../../../text/text.ts';
import styles from './notes.module.css';
import type { NotesStore } from './notes-store.ts';

/** The limit of the main process, which refuses more. */
const longestNote = limits.ownNotes.noteLength;
/** Milliseconds without a key after which a note is saved. */
const savePause = 800;

type Draft = { readonly text: string; readonly seen: string };
type ModelNoteProps = {
  readonly store: NotesStore;
  readonly guid: string;
  /** Where it is kept, and who sees it. */
  readonly hint: string;
};

/**
 * The person's own note on a model, saved as they write. What another computer writes meanwhile is shown below it once this one
 * is saved; give it the model's guid as key.
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
    // Typed on meanwhile: the next save tells again what was seen when the person began, and not what has come since.
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
