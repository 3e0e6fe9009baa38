import { createRandom } from '../random.ts';
import type { readRealRecords } from '../records.ts';
import { bell, normalise } from './noise.ts';

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}+/gu) ?? [];

/**
 * Vectors of texts by the words they share (tf-idf and a randomised singular value decomposition): alike where a trained
 * embedder's are alike, and unevenly spread as its are.
 */
export function learnVectors(records: ReturnType<typeof readRealRecords>['records'], dimensions: number) {
  const texts = records.map(({ name, category, subcategory, keywords, description }) =>
    wordsOf([name, category, subcategory, ...keywords, description].join(' ')),
  );
  const random = createRandom(1);
  const frequency = new Map<string, number>();
  for (const text of texts)
    for (const word of new Set(text)) frequency.set(word, (frequency.get(word) ?? 0) + 1);
  let axes = new Map(
    [...frequency.keys()].map((word) => [
      word,
      Float64Array.from({ length: dimensions }, () => bell(random)),
    ]),
  );
  const weightOf = (word: string) => Math.log(texts.length / (frequency.get(word) ?? texts.length));
  const embed = (words: readonly string[]) => {
    const vector = new Float32Array(dimensions);
    for (const word of words) {
      const weight = weightOf(word);
      for (const [at, number] of (axes.get(word) ?? []).entries())
        vector[at] = (vector[at] ?? 0) + weight * number;
    }
    return normalise(vector);
  };
  const next = new Map([...frequency.keys()].map((word) => [word, new Float64Array(dimensions)]));
  for (const text of texts) {
    const vector = embed(text);
    for (const word of text) {
      const axis = next.get(word);
      const weight = weightOf(word);
      if (axis) for (const [at, number] of vector.entries()) axis[at] = (axis[at] ?? 0) + weight * number;
    }
  }
  makeOrthogonal([...next.values()], dimensions);
  axes = next;
  return { all: texts.map(embed), ofText: (text: string) => embed(wordsOf(text)) };
}

/** Gram-Schmidt over the columns of a table of rows. */
function makeOrthogonal(rows: readonly Float64Array[], columns: number): void {
  const dot = (a: number, b: number) => rows.reduce((sum, row) => sum + (row[a] ?? 0) * (row[b] ?? 0), 0);
  for (let column = 0; column < columns; column += 1) {
    for (let before = 0; before < column; before += 1) {
      const share = dot(column, before);
      for (const row of rows) row[column] = (row[column] ?? 0) - share * (row[before] ?? 0);
    }
    const scale = 1 / Math.sqrt(dot(column, column));
    for (const row of rows) row[column] = (row[column] ?? 0) * scale;
  }
}
