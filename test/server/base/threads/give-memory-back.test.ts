import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const module = path.resolve(import.meta.dirname, '../../../../server/base/threads/give-memory-back.ts');
/** In a process of its own, as the garbage of other tests would be counted here. */
const program = `
import { getHeapStatistics } from 'node:v8';
import { giveMemoryBack } from ${JSON.stringify(pathToFileURL(module))};
const held = { things: Array.from({ length: 1_500_000 }, (_, index) => ({ index, text: String(index) })) };
const filled = getHeapStatistics();
const count = held.things.length;
// What is left lies between what is not needed.
const thin = () => {
  held.things = held.things.filter((thing, index) => index % 9 === 0);
};
thin();
giveMemoryBack();
const after = getHeapStatistics();
const used = filled.used_heap_size - after.used_heap_size;
const kept = { used: after.used_heap_size, total: after.total_heap_size, count: held.things.length };
console.log(JSON.stringify({ count, used, total: filled.total_heap_size - after.total_heap_size, kept }));`;

test('gives back what a large heap no longer needs', () => {
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });

  const { count, used, total, kept } = JSON.parse(said);
  expect(count).toBe(1_500_000);
  expect(used).toBeGreaterThan(80_000_000);
  expect(total).toBeGreaterThan(60_000_000);
  expect(kept.count).toBe(166_667);
  expect(kept.total).toBeLessThan(2 * kept.used);
});
