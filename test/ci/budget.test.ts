import { expect, test } from 'vitest';
import { listGrown } from '../../.ci/budget.ts';
import { findAvoided, listAvoided } from '../../.ci/glossary.ts';

const budget = { 'lines in server': 1000, 'comments in odd English': 0 };

test('lets lines grow by one percent', () => {
  expect(listGrown({ 'lines in server': 1010 }, budget)).toEqual([]);
});

test('names what has grown further', () => {
  expect(listGrown({ 'lines in server': 1011 }, budget)).toEqual(['lines in server: 1011, was 1000.']);
});

test('lets nothing else grow', () => {
  const found = { 'comments in odd English': 1, 'a new figure': 1 };

  expect(listGrown(found, budget)).toEqual(['comments in odd English: 1, was 0.', 'a new figure: 1, was 0.']);
});

test('finds names that the glossary avoids', () => {
  const glossary = `| Term | Meaning | Avoid |
|---|---|---|
| chunk | 8 MiB of a file (\`leaves\` in the API) | leaf, block |
| link | An address | public link |
| unlock | A right | purchase, licence |`;
  const source = 'const oneLeaf = 1;\nexport function sumPurchases() {}\ntype Block = { leafBytes: number };';

  const avoided = listAvoided(glossary);

  expect([...avoided]).toEqual(['leaf', 'purchase']);
  expect(findAvoided('server/files/leaf-lists.ts', source, avoided)).toEqual([
    'leaf-lists',
    'oneLeaf',
    'sumPurchases',
  ]);
});
