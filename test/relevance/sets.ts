import { askDictionary } from './german-sets.ts';
import {
  askForCategories,
  askForShortTitles,
  askForTags,
  askForTitles,
  askWithQuotes,
  askWithSlips,
  withoutCategories,
  withoutTags,
} from './made-sets.ts';
import type { LibraryName, QuestionSet } from './question-set.ts';
import { allAlike } from './question-set.ts';
import { type Entry, readGradedQueries, readKnownQueries, readParts, readProducts } from './read-shared.ts';
import { askWritten } from './written-sets.ts';

const lengths = ['one word', 'two words', 'three words and more'];
const nameLength = (query: string) => lengths[Math.min(query.split(/\s+/).length, lengths.length) - 1] ?? '';

export type Material = {
  readonly libraries: Readonly<Record<LibraryName, readonly Entry[]>>;
  /** The first set was graded by people, the second written by hand, the others are made from the records. */
  readonly sets: readonly QuestionSet[];
};

/** Every library of the shared records, and what is asked of each. */
export function readMaterial(): Material {
  const products = readProducts();
  const parts = readParts();
  const tags = askForTags(parts, 200);
  const libraries = {
    products,
    'products with many tags': readProducts({ areFeaturesTags: true }),
    'products without categories': withoutCategories(products),
    parts,
    'parts without categories': withoutCategories(parts),
    'parts without some tags': withoutTags(parts, tags),
  };
  const graded = readGradedQueries()
    .map(({ query, judgements }) => ({
      query,
      type: nameLength(query),
      grades: new Map(Object.entries(judgements)),
    }))
    .filter(({ grades }) => [...grades.values()].some((grade) => grade > 0));
  const known = readKnownQueries().map(({ query, type, relevant }) => ({
    query,
    type,
    grades: allAlike(relevant),
  }));
  const gain = 'nDCG@10';
  const rank = 'MRR@10';
  const sets: QuestionSet[] = [
    { name: 'Shop queries', library: 'products', measure: gain, questions: graded },
    { name: 'Shop queries, many tags', library: 'products with many tags', measure: gain, questions: graded },
    { name: 'Known items', library: 'parts', measure: rank, questions: known },
    {
      name: 'Hidden categories of products',
      library: 'products without categories',
      measure: gain,
      questions: askForCategories(products),
    },
    {
      name: 'Hidden categories of parts',
      library: 'parts without categories',
      measure: gain,
      questions: askForCategories(parts),
    },
    { name: 'Hidden tags', library: 'parts without some tags', measure: gain, questions: tags },
    { name: 'Category names', library: 'parts', measure: gain, questions: askForCategories(parts) },
    {
      name: 'Short titles, products',
      library: 'products',
      measure: rank,
      questions: askForShortTitles(products, 200),
    },
    {
      name: 'Short titles, parts',
      library: 'parts',
      measure: rank,
      questions: askForShortTitles(parts, 200),
    },
    {
      name: 'Titles of products',
      library: 'products',
      measure: rank,
      questions: askForTitles(products, 300),
    },
    { name: 'Titles of parts', library: 'parts', measure: rank, questions: askForTitles(parts, 300) },
    { name: 'Slips, products', library: 'products', measure: rank, questions: askWithSlips(products, 200) },
    { name: 'Slips, parts', library: 'parts', measure: rank, questions: askWithSlips(parts, 200) },
    { name: 'Quoted, products', library: 'products', measure: gain, questions: askWithQuotes(products, 200) },
    { name: 'Quoted, parts', library: 'parts', measure: gain, questions: askWithQuotes(parts, 200) },
    ...askDictionary(parts),
    ...askWritten(parts),
  ];
  return { libraries, sets };
}
