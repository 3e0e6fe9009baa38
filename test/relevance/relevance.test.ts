import { describe, expect, it } from 'vitest';
import { type Answered, answerSets } from './answer-sets.ts';
import { askForCategories, askForTags, askForTitles, askWithSlips } from './made-sets.ts';
import { allAlike, nameQuestions, type QuestionSet } from './question-set.ts';
import type { Entry } from './read-shared.ts';
import { reportSets, scoreAll } from './report.ts';
import type { Material } from './sets.ts';
import { shipped } from './weights-tried.ts';

const entry = (id: string, title: string, more: Partial<Entry> = {}): Entry => ({
  id,
  title,
  category: '',
  subcategory: '',
  tags: [],
  keywords: [],
  description: '',
  ...more,
});

const places = ['Kitchen', 'Garden', 'Office', 'Castle', 'Tavern'];
const entries = places.flatMap((place) => [
  entry(`${place} door`, `Wooden ${place} entrance`, { category: 'Door', tags: ['carpentry'] }),
  entry(`${place} chair`, `Heavy ${place} seating`, { description: 'It stands beside the window.' }),
]);
const windows = [
  entry('pane', 'Window with four panes'),
  entry('note', 'Crate', { description: 'No window.' }),
];

const set: QuestionSet = {
  name: 'Windows',
  library: 'parts',
  measure: 'MRR@10',
  questions: [{ query: 'window', type: 'word', grades: allAlike(['pane']) }],
};
const none: readonly Entry[] = [];
const material: Material = {
  libraries: {
    products: none,
    'products with many tags': none,
    'products without categories': none,
    parts: [...entries, ...windows],
    'parts without categories': none,
    'parts without some tags': none,
  },
  sets: [set],
};

describe('npm run relevance', () => {
  it('asks a running server that has scanned the records, and the engine with other constants', async () => {
    const aside = {
      name: 'titles count nothing',
      weights: {
        fieldWeights: { title: 0.001, description: 9 },
        titleBoosts: { same: 0, neighbours: 0, first: 0 },
      },
    };
    const [answered] = await answerSets(material, 'parts', [shipped, aside]);
    if (answered === undefined) throw new Error('no set was asked');
    const { ours, plain, tried } = answered;
    expect(ours[0]?.[0]).toBe('pane');
    expect(ours[0]).toHaveLength(7);
    // bm25 as SQLite has it: a word in a text of two counts more than one in a title of four.
    expect(plain[0]?.slice(0, 2)).toEqual(['note', 'pane']);
    expect(tried.get(shipped)?.[0]).toEqual(ours[0]);
    expect(tried.get(aside)?.[0]?.[0]).not.toBe('pane');
    expect(scoreAll(answered, ours)).toEqual([1]);
    expect(reportSets([answered])).toContain('| Windows, MRR@10 | 1 | 1.000 | 0.500 | +0.500');
  });

  it('says how far each kind of question is answered', () => {
    const questions = [
      { query: 'a', type: 'short', grades: allAlike(['1']) },
      { query: 'b c', type: 'long', grades: allAlike(['2']) },
    ];
    const answered: Answered = {
      set: { ...set, questions },
      ours: [['1'], ['1', '2']],
      plain: [['1'], []],
      tried: new Map(),
    };
    const rows = reportSets([answered]).split('\n');
    expect(rows.slice(2).map((row) => row.split(' | ').slice(0, 4).join(' | '))).toEqual([
      '| Windows, MRR@10 | 2 | 0.750 | 0.500',
      '| – short | 1 | 1.000 | 1.000',
      '| – long | 1 | 0.500 | 0.000',
    ]);
  });
});

describe('questions made from records', () => {
  it('are the same every time and answered by the records they came from', () => {
    const doors = entries.filter(({ category }) => category === 'Door').map(({ id }) => id);
    expect(askForCategories(entries)).toEqual([{ query: 'Door', type: 'category', grades: allAlike(doors) }]);
    expect(askForTags(entries, 9)).toEqual([{ query: 'carpentry', type: 'tag', grades: allAlike(doors) }]);
    for (const ask of [askForTitles, askWithSlips]) {
      const questions = ask(entries, 8);
      expect(questions).toHaveLength(8);
      expect(ask(entries, 8)).toEqual(questions);
      for (const { query, grades } of questions) {
        expect(entries.map(({ title }) => title.toLowerCase())).not.toContain(query);
        expect(grades.size).toBe(1);
      }
    }
  });

  it('are named by what is asked and what answers it', () => {
    const other = set.questions.map((question) => ({ ...question, grades: allAlike(['note']) }));
    expect(nameQuestions({ ...set, questions: other })).not.toBe(nameQuestions(set));
    expect(nameQuestions({ ...set, name: 'Panes' })).toBe(nameQuestions(set));
  });
});
