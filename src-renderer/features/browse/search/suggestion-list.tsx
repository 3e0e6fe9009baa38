import { Icon, type IconName } from '../../../components/icon.tsx';
import { t } from '../../../text/text.ts';
import type { Suggestion } from './list-suggestions.ts';
import styles from './search-field.module.css';

type SuggestionListProps = {
  readonly id: string;
  readonly suggestions: readonly Suggestion[];
  readonly active: number;
  readonly onChoose: (suggestion: Suggestion) => void;
};

const icons: Readonly<Record<Suggestion['kind'], IconName>> = {
  saved: 'bookmark',
  recent: 'history',
  clear: 'close',
  category: 'folder',
  tag: 'tag',
  model: 'cube',
};

/** The list below the search field, which keeps the focus. Rendered even while empty, as the field refers to it. */
export function SuggestionList({ id, suggestions, active, onChoose }: SuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t('browse.suggestions.title')}
      className={styles.list}
      hidden={suggestions.length === 0}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field that keeps the focus hears the keys
        <div
          key={keyOf(suggestion)}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.option}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(suggestion)}
        >
          <Icon name={icons[suggestion.kind]} size={14} />
          <span className="shrinkable truncate">{nameOf(suggestion)}</span>
          <span className={styles.about}>{describe(suggestion)}</span>
        </div>
      ))}
    </div>
  );
}

function keyOf(suggestion: Suggestion): string {
  if (suggestion.kind === 'saved') return suggestion.query;
  return suggestion.kind === 'model' ? suggestion.model.guid : `${suggestion.kind} ${nameOf(suggestion)}`;
}

function nameOf(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'recent':
      return suggestion.words;
    case 'clear':
      return t('browse.suggestions.clear');
    case 'saved':
    case 'category':
      return suggestion.name;
    case 'tag':
      return `#${suggestion.tag}`;
    case 'model':
      return suggestion.model.title;
  }
}

function describe(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'category':
    case 'tag':
      return t(`browse.suggestions.${suggestion.kind}`, { count: suggestion.count });
    case 'model':
      return t('browse.suggestions.model');
    case 'saved':
      return suggestion.news === 0
        ? t('browse.suggestions.saved')
        : t('browse.suggestions.savedNews', { count: suggestion.news });
    default:
      return '';
  }
}
