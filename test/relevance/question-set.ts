import { createHash } from 'node:crypto';
import { type Grades, measureGain, measureRank } from './measures.ts';

/** Which records are published, and what is taken away from them first. */
export const libraryNames = [
  'products',
  'products with many tags',
  'products without categories',
  'parts',
  'parts without categories',
  'parts without some tags',
] as const;
export type LibraryName = (typeof libraryNames)[number];

export type Question = { readonly query: string; readonly type: string; readonly grades: Grades };
export type QuestionSet = {
  readonly name: string;
  readonly library: LibraryName;
  readonly measure: 'nDCG@10' | 'MRR@10';
  readonly questions: readonly Question[];
};

const measures = {
  'nDCG@10': (ids: readonly string[], grades: Grades) => measureGain(ids, grades) ?? 0,
  'MRR@10': measureRank,
};

/** What answers to one question of a set are worth, 0 to 1. */
export const judge = ({ measure }: QuestionSet, ids: readonly string[], { grades }: Question) =>
  measures[measure](ids, grades);

/** Changes with the questions of a set and what answers them: scores of other questions cannot be compared. */
export function nameQuestions({ questions, measure }: QuestionSet): string {
  const text = JSON.stringify([measure, questions.map(({ query, grades }) => [query, [...grades]])]);
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

export const allAlike = (ids: Iterable<string>): Grades => new Map([...ids].map((id) => [id, 3]));
