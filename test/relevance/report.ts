import type { Answered } from './answer-sets.ts';
import { readCommitted } from './committed-scores.ts';
import {
  comparePairs,
  type Difference,
  mean,
  measureJudgedGain,
  measureUnjudged,
  type Validated,
} from './measures.ts';
import { judge } from './question-set.ts';
import { type Candidate, constants, putBack, shipped } from './weights-tried.ts';

type Answers = readonly (readonly string[])[];

export const scoreAll = ({ set }: Answered, answers: Answers): number[] =>
  set.questions.map((question, index) => judge(set, answers[index] ?? [], question));

const show = (value: number) => value.toFixed(3);
const sign = (value: number) => `${value < 0 ? '−' : '+'}${show(Math.abs(value))}`;
const interval = ({ mean, low, high }: Difference) => `${sign(mean)} (${sign(low)} to ${sign(high)})`;
const toTable = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** One row of the table: a set, or the questions of one type. */
function toRow(one: Answered, name: string, isOf: (index: number) => boolean): string[] {
  const of = (values: readonly number[]) => values.filter((_, index) => isOf(index));
  const [ours, plain] = [of(scoreAll(one, one.ours)), of(scoreAll(one, one.plain))];
  const committed = readCommitted(one.set);
  return [
    name,
    String(ours.length),
    show(mean(ours)),
    show(mean(plain)),
    interval(comparePairs(ours, plain)),
    committed === null ? 'not measured' : interval(comparePairs(ours, of(committed))),
  ];
}

function toRows(one: Answered): string[][] {
  const types = [...new Set(one.set.questions.map(({ type }) => type))];
  const whole = toRow(one, `${one.set.name}, ${one.set.measure}`, () => true);
  if (types.length === 1) return [whole];
  return [
    whole,
    ...types.map((type) => toRow(one, `– ${type}`, (index) => one.set.questions[index]?.type === type)),
  ];
}

export const reportSets = (all: readonly Answered[]) =>
  toTable(
    ['Set', 'Questions', 'Lodestock', 'Plain FTS5', 'Difference (95 %)', 'Since the last release (95 %)'],
    all.flatMap(toRows),
  );

/** What a pack gains over words alone, on each set. */
export const reportPack = (words: readonly Answered[], both: readonly Answered[]) =>
  toTable(
    ['Set', 'Questions', 'Words', 'Words and meaning', 'Difference (95 %)'],
    words.map((one, index) => {
      const scores = scoreAll(one, one.ours);
      const meant = scoreAll(one, both[index]?.ours ?? []);
      const cells = [show(mean(scores)), show(mean(meant)), interval(comparePairs(meant, scores))];
      return [one.set.name, String(scores.length), ...cells];
    }),
  );

/** How far the answers to graded questions have been judged at all. */
export function reportJudged({ set, ours, plain }: Answered): string {
  const over = (answers: Answers, measure: typeof measureUnjudged) =>
    mean(set.questions.map(({ grades }, index) => measure(answers[index] ?? [], grades)));
  const unjudged = [ours, plain].map((answers) => `${(100 * over(answers, measureUnjudged)).toFixed(0)} %`);
  const judged = [ours, plain].map((answers) =>
    show(over(answers, (ids, grades) => measureJudgedGain(ids, grades) ?? 0)),
  );
  return `${set.name}: unjudged results (${unjudged.join(' of our first ten, ')} of FTS5's) count as useless; without them, nDCG@10 is ${judged.join(' and ')}.`;
}

export const reportValidated = ({ honest, tuned }: Validated, candidates: number) =>
  `Nested cross-validation (5 folds, 20 repeats, ${candidates} sets of constants): ${show(honest)} for queries that did not choose the constants, ${show(tuned)} for those that did.`;

const mark = ({ mean, low, high }: Difference) => {
  const text = (1000 * mean).toFixed(0).replace('-', '−').replace(/^−?0$/, '0');
  return low > 0 || high < 0 ? `**${text}**` : text;
};

/** What each constant gains over its textbook value, on every set, in thousandths, and on how many sets it gains and loses. */
export function reportConstants(all: readonly Answered[]): string {
  const gain = (one: Answered, candidate: Candidate) => {
    const scores = (which: Candidate) => scoreAll(one, one.tried.get(which) ?? []);
    return comparePairs(scores(shipped), scores(candidate));
  };
  const rows = putBack.map((candidate) => {
    const constant = constants.find(({ name }) => name === candidate.name);
    const values = [constant?.shipped ?? '', constant?.textbook ?? ''];
    const gains = all.map((one) => gain(one, candidate));
    const count = (sign: 1 | -1) => gains.filter(({ mean }) => Math.sign(mean) === sign).length;
    const signs = `${count(1)} : ${count(-1)}`;
    return [`\`${candidate.name}\``, ...values.map(String), signs, ...gains.map(mark)];
  });
  return toTable(['Constant', 'Ours', 'Textbook', 'Gain : lose', ...all.map(({ set }) => set.name)], rows);
}
