import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { cacheBudgets } from '../../../server/base/cache-budgets.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const sources = globSync('server/**/*.ts', { cwd: root }).map((file) => file.replaceAll(path.sep, '/'));

test('names the sum of all budgets in the docs', () => {
  const sum = Object.values(cacheBudgets).reduce((bytes, budget) => bytes + budget, 0);

  const [, told] = /caches of a server process take at most (\d+) MiB/.exec(read('docs/limits.md')) ?? [];

  expect(Number(told) * 1024 ** 2).toBe(sum);
});

test('gives every cache a budget, and uses every budget', () => {
  // Caches are made of the first two, the next two are given a budget, and the queue keeps 200 numbers.
  const others = ['keep-latest', 'revision-cache', 'records', 'catalogue-file', 'poster-queue'];
  const makes = /new LRUCache[<(]|= keepLatest[<(]|createRevisionCache<\w+, [^>]+>\(|cache_size/;
  const texts = sources.map((file) => ({ file, text: read(file) }));
  const without = texts
    .filter(({ file, text }) => makes.test(text) && !others.some((name) => file.endsWith(`/${name}.ts`)))
    .filter(({ text }) => !text.includes('cacheBudgets.'));
  const unused = Object.keys(cacheBudgets).filter(
    (name) => !texts.some(({ text }) => new RegExp(`cacheBudgets\\.${name}\\b`).test(text)),
  );

  expect({ without: without.map(({ file }) => file), unused }).toEqual({ without: [], unused: [] });
});
