import { expect, test } from 'vitest';
import { createPart } from '../../../src-renderer/lib/part.ts';

test('fetches the code of a part once for all who want it', async () => {
  let fetched = 0;
  const part = createPart(async () => {
    fetched += 1;
    return 'code';
  });
  const before = part.read();

  const both = await Promise.all([part.load(), part.load()]);

  expect([before, part.read(), ...both, fetched]).toEqual([null, 'code', 'code', 'code', 1]);
});

test('tries again after a part did not arrive', async () => {
  const answers = [Promise.reject(new Error('gone')), Promise.resolve('code')];
  const part = createPart(() => answers.shift() ?? Promise.reject(new Error('asked too often')));

  const first = await part.load().catch(String);

  expect([first, part.read(), await part.load()]).toEqual(['Error: gone', null, 'code']);
});
