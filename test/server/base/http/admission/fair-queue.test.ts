import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFairQueue } from '../../../../../server/base/http/admission/fair-queue.ts';

function take<T>(queue: { shift: () => T | null }): T[] {
  const taken: T[] = [];
  for (let item = queue.shift(); item !== null; item = queue.shift()) taken.push(item);
  return taken;
}

test('lets owners take turns', () => {
  const queue = createFairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) queue.push(item.slice(0, 1), item);

  expect(take(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('lets newcomers go before the owner whose turn was the last', () => {
  const queue = createFairQueue<string>(10);
  for (const item of ['a1', 'a2', 'a3']) queue.push('a', item);
  const first = queue.shift();
  for (const item of ['b1', 'c1']) queue.push(item.slice(0, 1), item);

  expect([first, ...take(queue)]).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('takes places from the longest line only', () => {
  const queue = createFairQueue<string>(4);
  const left = ['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'b3', 'c1'].map((item) =>
    queue.push(item.slice(0, 1), item),
  );

  expect(left).toEqual([null, null, null, null, 'a5', 'a1', 'a2', 'b3', 'a3']);
  expect(take(queue)).toEqual(['a4', 'b1', 'c1', 'b2']);
});

test('passes over owners who may not come now', () => {
  const queue = createFairQueue<string>(4);
  for (const item of ['a1', 'b1']) queue.push(item.slice(0, 1), item);

  const first = queue.shift((owner) => owner !== 'a');
  const none = queue.shift((owner) => owner !== 'a');

  expect([first, none, queue.size()]).toEqual(['b1', null, 1]);
});

type Step = { readonly push: string } | { readonly remove: number } | { readonly shift: true };

/** The queue next to a set of what must be in it. */
function createCheckedQueue(places: number) {
  const queue = createFairQueue<string>(places);
  const present = new Set<string>();
  let made = 0;
  const push = (owner: string) => {
    const item = `${owner}${made}`;
    made += 1;
    present.add(item);
    const left = queue.push(owner, item);
    if (left !== null) expect(present.delete(left)).toBe(true);
  };
  const remove = (index: number) => {
    const item = [...present][index];
    if (item !== undefined) expect(queue.remove(item.slice(0, 1), item)).toBe(present.delete(item));
  };
  const shift = () => {
    const item = queue.shift();
    expect(item === null ? present.size === 0 : present.delete(item)).toBe(true);
  };
  return {
    queue,
    present,
    apply(step: Step) {
      if ('push' in step) push(step.push);
      else if ('remove' in step) remove(step.remove);
      else shift();
      expect(queue.size()).toBe(present.size);
      expect(queue.size()).toBeLessThanOrEqual(places);
    },
  };
}

test('loses and doubles nothing, whatever is asked of it', () => {
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({ push: fc.constantFrom('a', 'b', 'c', 'd') }),
    fc.constant({ shift: true } as const),
    fc.record({ remove: fc.nat({ max: 60 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), fc.integer({ min: 0, max: 6 }), (steps, places) => {
      const { queue, present, apply } = createCheckedQueue(places);

      for (const next of steps) apply(next);

      expect(new Set(take(queue))).toEqual(present);
    }),
  );
});
