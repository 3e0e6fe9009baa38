import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Question, QuestionSet } from './question-set.ts';
import type { Entry } from './read-shared.ts';

// Questions that a person has written. No one has graded each record: an answer is a record whose category and title say that
// it is the thing asked for. So the grades know only what titles tell, and miss a chair that is named by its number.

const folder = path.join(import.meta.dirname, 'questions');
const readRows = (file: string): string[][] =>
  readFileSync(path.join(folder, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

/** "Container: Container Cupboard 2 x 3", without what it comes with. A sticker is nothing that is on it. */
function toSubject({ category, subcategory, title }: Entry): string {
  if (category === 'Sticker') return '';
  const [subject = ''] = title.split(/ with(?:out)? /i);
  return `${`${category} ${subcategory}`.trim()}: ${subject.replaceAll(/\s+/g, ' ')}`;
}

/** Finds the ids of the records that are one of some things, by their rules. */
function createFinder(entries: readonly Entry[]) {
  const subjects = entries.map((entry) => ({ id: entry.id, subject: toSubject(entry) }));
  const rules = readFileSync(path.join(folder, 'things.txt'), 'utf8')
    .split('\n')
    .filter((line) => line.includes(' = '))
    .map((line): [string, RegExp] => {
      const at = line.indexOf(' = ');
      return [line.slice(0, at), new RegExp(line.slice(at + 3), 'i')];
    });
  const idsOf = new Map(
    rules.map(([name, rule]) => [
      name,
      subjects.filter(({ subject }) => rule.test(subject)).map(({ id }) => id),
    ]),
  );
  return (names: string): string[] =>
    names.split(',').flatMap((name) => {
      const ids = name.trim() === '' ? [] : idsOf.get(name.trim());
      if (ids === undefined) throw new Error(`things.txt does not say what "${name.trim()}" is.`);
      return ids;
    });
}

const exact = 3;
const close = 1;
type Find = ReturnType<typeof createFinder>;
type Asked = { readonly query: string; readonly type: string };

/** The grades of a question; those of what is close count less. */
const toQuestion = (find: Find, asked: Asked, what: string, also: string): Question => ({
  ...asked,
  grades: new Map([
    ...find(also).map((id): [string, number] => [id, close]),
    ...find(what).map((id): [string, number] => [id, exact]),
  ]),
});

const isAnswered = ({ grades }: Question) => grades.size > 0;
const isHeldOut = (text: string) => createHash('sha256').update(text).digest().readUInt8(0) % 2 === 1;

/** Concepts in words that titles lack, and German words with English twins; half of each to choose by, half to judge by. */
export function askWritten(entries: readonly Entry[]): QuestionSet[] {
  const find = createFinder(entries);
  const concepts = readRows('concepts.txt')
    .map(([type = '', query = '', what = '', also = '']) => toQuestion(find, { query, type }, what, also))
    .filter(isAnswered);
  const german = readRows('german.txt')
    .map(([type = '', query = '', twin = '', what = '', also = '']) => ({
      german: toQuestion(find, { query, type }, what, also),
      english: toQuestion(find, { query: twin, type }, what, also),
    }))
    .filter((pair) => isAnswered(pair.german));
  const set = { library: 'parts', measure: 'nDCG@10' } as const;
  const half = (some: readonly Question[], heldOut: boolean) =>
    some.filter(({ query }) => isHeldOut(query) === heldOut);
  const germanOnly = german.map((pair) => pair.german);
  const twins = german.filter((pair) => isHeldOut(pair.german.query)).map(({ english }) => english);
  return [
    { ...set, name: 'Concepts, to choose by', questions: half(concepts, false) },
    { ...set, name: 'Concepts, held out', questions: half(concepts, true) },
    { ...set, name: 'German, to choose by', questions: half(germanOnly, false) },
    { ...set, name: 'German, held out', questions: half(germanOnly, true) },
    { ...set, name: 'German, held out, in English', questions: twins },
  ];
}
