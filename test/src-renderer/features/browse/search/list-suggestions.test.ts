import { expect, test } from 'vitest';
import {
  listSuggestions,
  type Suggestion,
} from '../../../../../src-renderer/features/browse/search/list-suggestions.ts';
import { createRecentSearches } from '../../../../../src-renderer/features/browse/store/recent-searches.ts';
import { answerFilters } from '../../../site/answer-discovery.ts';
import { makeCatalogue } from '../../../site/catalogue.ts';

const catalogue = makeCatalogue(100);
const facets = answerFilters(catalogue, new URLSearchParams());
const name = (suggestion: Suggestion) => {
  if (suggestion.kind === 'category') return suggestion.name;
  if (suggestion.kind === 'tag') return suggestion.tag;
  if (suggestion.kind === 'saved') return suggestion.name;
  return suggestion.kind === 'model' ? suggestion.model.title : suggestion.kind;
};
const known = { saved: [], recent: [], facets, found: [] };

test('suggests categories and tags that begin so', () => {
  const list = listSuggestions({ ...known, text: ' W' });

  expect(list.map(name)).toEqual(['Weapons', 'wood']);
});

test('suggests saved and former searches that begin so', () => {
  const saved = [
    { query: 'q=oak', name: 'oak', news: 0 },
    { query: 'q=socket', name: 'socket · GLB', news: 0 },
  ];

  const list = listSuggestions({ ...known, text: 's', facets: null, saved, recent: ['tram', 'sofa', 'S'] });

  expect(list).toEqual([
    { kind: 'saved', ...saved[1] },
    { kind: 'recent', words: 'sofa' },
  ]);
});

test('suggests a few of the models that were found', () => {
  const list = listSuggestions({ ...known, text: 'zz', found: catalogue });

  expect(list.map(name)).toEqual(catalogue.slice(0, 2).map(({ title }) => title));
});

test('offers former searches where nothing is written', () => {
  const list = listSuggestions({ ...known, text: ' ', recent: ['oak', 'tram'] });

  expect(list).toEqual([
    { kind: 'recent', words: 'oak' },
    { kind: 'recent', words: 'tram' },
    { kind: 'clear' },
  ]);
});

test('offers saved searches first, those with news before others', () => {
  const saved = [
    { query: 'q=oak', name: 'oak', news: 0 },
    { query: 'format=glb', name: 'GLB', news: 2 },
  ];

  const list = listSuggestions({ ...known, text: '', saved, recent: ['tram'] });

  expect(list.map(name)).toEqual(['GLB', 'oak', 'recent', 'clear']);
});

test('offers nothing where nothing is known', () => {
  expect(listSuggestions({ ...known, text: '' })).toEqual([]);
  expect(listSuggestions({ ...known, text: 'oak', facets: null })).toEqual([]);
});

function openSearches(kept: readonly string[]) {
  let words = kept;
  const write = (next: readonly string[]) => {
    words = next;
  };
  const searches = createRecentSearches({ read: () => words, write });
  return { searches, read: () => words };
}

test('keeps the last searches, each of them once', () => {
  const { searches, read } = openSearches(['tram', 'oak', '3', '4', '5', '6', '7', '8']);

  searches.getState().add(' Oak ');
  searches.getState().add('x');

  expect(read()).toEqual(['Oak', 'tram', '3', '4', '5', '6', '7', '8']);
});

test('forgets former searches when told to', () => {
  const { searches, read } = openSearches(['tram']);

  searches.getState().clear();

  expect(read()).toEqual([]);
  expect(searches.getState().words).toEqual([]);
});
