import { expect, test } from 'vitest';
import type { RemovalAnswer } from '../../../../../src-main/platform/ipc/contract.ts';
import { createCareStore } from '../../../../../src-renderer/features/library/care/care-store.ts';

const removal = (guid: string) => ({
  ...{ id: `id-${guid}`, guid, title: guid, fileCount: 1, sizeBytes: 10, kept: [] },
});

/** A window over a main process with these answers. */
function createStore(answers: Record<string, (input: never) => unknown>) {
  const calls: [string, unknown][] = [];
  const store = createCareStore({
    call: async (name, ...[input]) => {
      calls.push([name, input]);
      return answers[name]?.(input as never) as never;
    },
    on: () => () => undefined,
  });
  return { store, calls, state: store.getState };
}

test('sums up what the checks of several models found', async () => {
  const { state } = createStore({
    'library.check': ({ guid }: { guid: string }) => ({
      count: 2,
      missing: [],
      edited: guid === 'b' ? ['x'] : [],
    }),
  });

  await state().check(['a', 'b']);

  expect(state().note).toEqual({ kind: 'checked', count: 4, missing: 0, edited: 1 });
  expect(state().work).toBeNull();
});

test('checks several models at once, each of them once', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { state, calls } = createStore({
    'library.check': async () => {
      await promise;
      return { count: 1, missing: [], edited: [] };
    },
  });
  const guids = Array.from({ length: 9 }, (_, index) => `m-${index}`);

  const checking = state().check(guids);
  const atOnce = calls.length;
  resolve();
  await checking;

  expect(atOnce).toBe(4);
  expect(calls.map(([, input]) => input)).toEqual(guids.map((guid) => ({ guid })));
  expect(state().note).toMatchObject({ count: 9 });
});

test('puts back exactly what was removed last', async () => {
  const answer: RemovalAnswer = { done: [removal('a'), removal('b')], refused: [] };
  const { state, calls } = createStore({ 'removal.remove': () => answer, 'removal.restore': () => answer });
  await state().remove([{ guid: 'a', relativePaths: null }]);

  await state().undo();

  expect(calls.at(-1)).toEqual(['removal.restore', { ids: ['id-a', 'id-b'] }]);
  expect(state().note).toEqual({ kind: 'restored', count: 2, refused: [] });
});

test('tells each reason for a refusal once', async () => {
  const refused = ['a', 'b'].map((guid) => ({ guid, message: 'The disk is full.' }));
  const { state } = createStore({ 'removal.remove': () => ({ done: [], refused }) });

  await state().remove([{ guid: 'a', relativePaths: null }]);

  expect(state().note).toMatchObject({ kind: 'removed', refused: ['The disk is full.'] });
});

test('says why nothing was removed', async () => {
  const { state } = createStore({
    'removal.remove': () => {
      throw new Error('The library is away.');
    },
  });

  await state().remove([{ guid: 'a', relativePaths: null }]);

  expect(state().error).not.toBeNull();
  expect(state().work).toBeNull();
});

test('keeps what it knew of later versions without a server', async () => {
  let isAway = false;
  const { state } = createStore({
    'library.compare': () => {
      if (isAway) throw new Error('no server');
      return { outdated: ['a'], current: ['b'] };
    },
  });
  await state().compare();
  isAway = true;

  await state().compare();

  expect([...state().outdated]).toEqual(['a']);
  expect([...state().current]).toEqual([]);
});
