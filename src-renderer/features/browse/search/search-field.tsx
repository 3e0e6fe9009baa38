import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { ModelRecord } from '../../../../server/contract/catalogue/discovery.ts';
import { limits } from '../../../../server/contract/limits.ts';
import { Icon } from '../../../components/icon.tsx';
import { t } from '../../../text/text.ts';
import type { ModelLink } from '../cards/model-marks.ts';
import { describeQuery, fromSavedQuery } from '../searches/saved-query.ts';
import type { SearchesStore } from '../searches/searches-store.ts';
import type { BrowseState, BrowseStore } from '../store/browse-state.ts';
import type { RecentSearches } from '../store/recent-searches.ts';
import { emptySelection } from '../store/selection.ts';
import { useWholeFacets } from '../store/use-whole-facets.ts';
import { listSuggestions, type Suggestion } from './list-suggestions.ts';
import styles from './search-field.module.css';
import { SuggestionList } from './suggestion-list.tsx';

type SearchFieldProps = {
  readonly store: BrowseStore;
  readonly recent: RecentSearches;
  readonly searches: SearchesStore;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Called on every search, to show the results. */
  readonly onSearch: () => void;
  readonly onOpen: (model: ModelLink) => void;
};

const noModels: readonly ModelRecord[] = [];

/** The search words, with a list of suggestions; Enter and Arrow Down move to the grid. */
export function SearchField({ store, recent, searches, inputRef, onSearch, onOpen }: SearchFieldProps) {
  const listId = useId();
  const text = useStore(store, (state) => state.queryText);
  const words = useStore(recent, (state) => state.words);
  const found = useStore(store, (state) => findAnswered(state));
  const facets = useWholeFacets(store);
  const [isOpen, setIsOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const kept = useStore(searches, (state) => state.searches);
  const news = useStore(searches, (state) => state.news);
  const saved = useMemo(
    () =>
      kept.map(({ query }) => ({
        ...{ query, name: describeQuery(query, facets), news: news.get(query) ?? 0 },
      })),
    [kept, news, facets],
  );
  const suggestions = isOpen ? listSuggestions({ text, saved, recent: words, facets, found }) : [];
  const { setQueryText, enterResults, select } = store.getState();

  const close = () => {
    setIsOpen(false);
    setActive(-1);
  };
  const write = (next: string) => {
    setQueryText(next);
    setIsOpen(true);
    setActive(-1);
    onSearch();
  };
  const enter = () => {
    close();
    recent.getState().add(text);
    enterResults();
    onSearch();
  };
  const choose = (suggestion: Suggestion) => {
    if (suggestion.kind === 'clear') {
      recent.getState().clear();
      return close();
    }
    close();
    if (suggestion.kind === 'model') {
      recent.getState().add(text);
      return onOpen(suggestion.model);
    }
    if (suggestion.kind === 'category') select({ ...emptySelection, categories: [suggestion.slug] });
    if (suggestion.kind === 'tag') select({ ...emptySelection, tags: [suggestion.tag] });
    if (suggestion.kind === 'saved') select(fromSavedQuery(suggestion.query, suggestion.news > 0));
    if (suggestion.kind === 'recent') {
      select({ ...emptySelection, q: suggestion.words });
      recent.getState().add(suggestion.words);
    }
    onSearch();
    enterResults();
  };
  const goDown = () => {
    if (active + 1 < suggestions.length) setActive(active + 1);
    else enter();
  };
  const leave = () => {
    if (text !== '') write('');
    close();
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
    const chosen = suggestions[active];
    if (event.key === 'ArrowDown') goDown();
    else if (event.key === 'ArrowUp' && active >= 0) setActive(active - 1);
    else if (event.key === 'Enter' && chosen !== undefined) choose(chosen);
    else if (event.key === 'Escape' && (text !== '' || suggestions.length > 0)) leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const hasList = suggestions.length > 0;
  return (
    <search
      className={styles.place}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close();
      }}
    >
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          enter();
        }}
      >
        <Icon name="search" />
        <input
          ref={inputRef}
          type="search"
          role="combobox"
          className={styles.input}
          aria-label={t('browse.search')}
          aria-expanded={hasList}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active >= 0 && hasList ? `${listId}-${active}` : undefined}
          placeholder={t('browse.search')}
          maxLength={limits.queryLength}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          value={text}
          onChange={(event) => write(event.target.value)}
          onFocus={() => setIsOpen(text === '')}
          onClick={() => setIsOpen(true)}
          onKeyDown={press}
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
            onClick={() => {
              write('');
              inputRef.current?.focus();
            }}
          >
            <Icon name="close" size={14} />
          </button>
        )}
      </form>
      <SuggestionList id={listId} suggestions={suggestions} active={active} onChoose={choose} />
    </search>
  );
}

/** Returns the results for the typed text; none while the result is for other words. */
function findAnswered({ queryText, selection, status, pages }: BrowseState): readonly ModelRecord[] {
  const isAnswered = status === 'ready' && queryText.trim() !== '' && queryText === selection.q;
  return isAnswered ? (pages.get(0) ?? noModels) : noModels;
}
