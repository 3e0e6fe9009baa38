import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createRareNews } from '../../../../server/library/watch/rare-news.ts';

/** Telling takes 10 ms of a clock that only it and waiting move. */
function startNews() {
  let time = 0;
  let isOver = false;
  const told: number[] = [];
  const note = createRareNews({
    now: () => time,
    async wait(ms) {
      await turn();
      if (isOver) throw new Error('closed');
      time += ms;
    },
    async tell() {
      told.push(time);
      await turn();
      time += 10;
      throw new Error('the index could not be updated');
    },
  });
  const end = () => {
    isOver = true;
  };
  return { note, told, end };
}

test('tells many commits as one, after four times as long as telling took', async () => {
  const { note, told } = startNews();
  for (let commit = 0; commit < 100; commit += 1) {
    note();
    await turn();
  }

  await expect.poll(() => told.length).toBeGreaterThan(2);
  expect(told.map((time, index) => time - (told[index - 1] ?? 0)).slice(1, 3)).toEqual([50, 50]);
});

test('tells what was committed while it told', async () => {
  const { note, told } = startNews();
  note();
  await expect.poll(() => told).toEqual([0]);
  note();

  await expect.poll(() => told).toEqual([0, 50]);
});

test('tells nothing once it is closed', async () => {
  const { note, told, end } = startNews();
  end();
  note();
  for (let more = 0; more < 10; more += 1) await turn();

  expect(told).toEqual([]);
});
