import { expect, test } from 'vitest';
import { hasPython, runPure } from './run-python.ts';

test.skipIf(!hasPython)('tells an error of a listener, and delivers what comes after it', async () => {
  const { answer } = await runPure({ do: 'work' });

  expect(answer).toEqual(expect.arrayContaining(['a listener broke down', 2]));
});
