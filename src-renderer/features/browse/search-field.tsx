import type { RefObject } from 'react';
import { useStore } from 'zustand';
import { limits } from '../../../server/contract/limits.ts';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../text/text.ts';
import type { BrowseStore } from './browse-state.ts';
import styles from './search-field.module.css';

type SearchFieldProps = {
  readonly store: BrowseStore;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Searching always shows the results. */
  readonly onSearch: () => void;
};

export function SearchField({ store, inputRef, onSearch }: SearchFieldProps) {
  const text = useStore(store, (state) => state.queryText);
  const { setQueryText, submitQuery } = store.getState();
  const write = (next: string) => {
    setQueryText(next);
    onSearch();
  };
  return (
    <search className={styles.place}>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          submitQuery();
          onSearch();
        }}
      >
        <Icon name="search" />
        <input
          ref={inputRef}
          type="search"
          className={styles.input}
          aria-label={t('browse.search')}
          placeholder={t('browse.search')}
          maxLength={limits.queryLength}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && text !== '') {
              event.stopPropagation();
              write('');
            }
          }}
        />
        {text === '' ? (
          <span className={styles.key} aria-hidden="true">
            /
          </span>
        ) : (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('browse.clearSearch')}
            onClick={() => write('')}
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </form>
    </search>
  );
}
