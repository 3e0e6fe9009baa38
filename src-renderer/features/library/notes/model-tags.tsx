import { type FormEvent, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { Button } from '../../../components/button.tsx';
import { t } from '../../../text/text.ts';
import { countTags, readTags } from './count-tags.ts';
import styles from './notes.module.css';
import type { NotesStore } from './notes-store.ts';

/** The main process rejects longer tags. */
const longestTag = 64;

type ModelTagsProps = {
  readonly store: NotesStore;
  readonly models: readonly { readonly guid: string }[];
  readonly heading?: 'h2' | 'h3';
};

/** The user's own tags of one or many models; a tag is added to all of them, or removed from all. */
export function ModelTags({ store, models, heading: Heading = 'h3' }: ModelTagsProps) {
  const notes = useStore(store, (state) => state.notes);
  const { tag } = store.getState();
  const id = useId();
  const [text, setText] = useState('');
  const guids = models.map(({ guid }) => guid);
  const own = countTags(models, notes);
  const known = useMemo(
    () =>
      countTags(
        [...notes.keys()].map((guid) => ({ guid })),
        notes,
      ),
    [notes],
  );
  const add = (event: FormEvent) => {
    event.preventDefault();
    const names = readTags(text, longestTag);
    if (names.length > 0) void tag(guids, { add: names });
    setText('');
  };
  return (
    <section className="stack gap-2" aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`} className="field-label">
        {t('library.notes.tags')}
      </Heading>
      {own.length > 0 && (
        <ul className={styles.tags}>
          {own.map(({ name, count }) => (
            <li key={name} className={`middle small breakable ${styles.tag}`}>
              {name}
              {count < models.length && (
                <span className={styles.some}>
                  {t('library.notes.someOf', { count, total: models.length })}
                </span>
              )}
              <Button
                variant="quiet"
                icon="close"
                aria-label={t('library.notes.removeTag', { name })}
                onClick={() => void tag(guids, { remove: [name] })}
              />
            </li>
          ))}
        </ul>
      )}
      <form className={styles.add} onSubmit={add}>
        <input
          className="input"
          list={`${id}-known`}
          value={text}
          aria-label={t('library.notes.addTag')}
          placeholder={t('library.notes.addTagHint')}
          onChange={({ target }) => setText(target.value)}
        />
        <datalist id={`${id}-known`}>
          {known.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button type="submit" icon="add" disabled={text.trim() === ''}>
          {t('library.notes.add')}
        </Button>
      </form>
    </section>
  );
}
