import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { nameQuestions, type QuestionSet } from './question-set.ts';

const file = path.join(import.meta.dirname, 'scores.json');
const Scores = z.record(z.string(), z.object({ questions: z.string(), scores: z.array(z.number()) }));
const round = (value: number) => Math.round(value * 10_000) / 10_000;

type Scores = ReadonlyMap<QuestionSet, readonly number[]>;

/** What each question of a set scored when scores were last committed; null where the questions were others. */
export function readCommitted(set: QuestionSet): readonly number[] | null {
  const committed = Scores.parse(JSON.parse(readFileSync(file, 'utf8')))[set.name];
  return committed?.questions === nameQuestions(set) ? committed.scores : null;
}

export function writeCommitted(all: Scores): void {
  const entries = [...all].map(([set, scores]) => {
    const numbers = JSON.stringify(scores.map(round));
    return `  ${JSON.stringify(set.name)}: { "questions": "${nameQuestions(set)}", "scores": ${numbers} }`;
  });
  writeFileSync(file, `{\n${entries.join(',\n')}\n}\n`);
}
