import { expect, test } from 'vitest';
import { createItemBudget } from '../../../server/inspect/item-budget.ts';
import { parseBytes } from './parse-bytes.ts';

test('counts things up to its limit', () => {
  const countItem = createItemBudget(3);

  countItem(0);
  countItem(0);
  countItem(0);

  expect(() => countItem(0)).toThrow('describes too many objects to be read');
});

test('counts a long text as many things', () => {
  const countItem = createItemBudget(100);

  expect(() => countItem(128 * 100)).toThrow('describes too many objects to be read');
});

const many = 2_100_000;
const floods = [
  ['obj', `v 0 0 0\n${'mtllib a\n'.repeat(many)}`],
  ['mtl', 'bump a\n'.repeat(many)],
  ['dae', `<COLLADA>${'<node/>'.repeat(many)}</COLLADA>`],
  ['fbx', `; FBX 7.4\nObjects: {\n${'Model: 1\n'.repeat(many)}}\n`],
] as const;

test.each(floods)('refuses an %s of endless small things', async (format, content) => {
  const found = await parseBytes(format, content);

  expect(found.problem).toBe(
    `file.${format} describes too many objects to be read. Export it with less detail.`,
  );
});
