import { expect, test } from 'vitest';
import { AppError } from '../../../../../server/contract/errors.ts';
import type { OwnNotes } from '../../../../../src-main/platform/ipc/contract.ts';
import { createNotesStore } from '../../../../../src-renderer/features/library/notes/notes-store.ts';

const oak = { guid: 'oak', tags: ['hero'], note: '', seen: '' };

/** The store on a main process whose answer to the question for all notes waits until `answer`. */
function openStore(change: () => Promise<readonly OwnNotes[]> = async () => [{ ...oak, tags: ['forest'] }]) {
  const reading = Promise.withResolvers<readonly OwnNotes[]>();
  const store = createNotesStore({
    call: (async (name: string) =>
      name === 'notes.read'
        ? reading.promise
        : name === 'notes.write'
          ? (await change())[0]
          : change()) as never,
    on: () => () => {},
  });
  return { ...store.getState(), read: store.getState, answer: reading.resolve };
}

test('shows what was written by anybody', async () => {
  const { load, answer, read } = openStore();

  const loading = load();
  answer([oak]);
  await loading;

  expect(read().notes.get('oak')).toEqual(oak);
});

test('reads again what came from the account', async () => {
  const notes = [oak];
  let tell: (state: { notSent: string | null }) => void = () => {};
  const { getState } = createNotesStore({
    call: (async (name: string) => (name === 'notes.read' ? [...notes] : { notSent: null })) as never,
    on: ((_name: string, listener: typeof tell) => {
      tell = listener;
      return () => {};
    }) as never,
  });
  await getState().load();
  notes.push({ ...oak, guid: 'pine' });

  tell({ notSent: 'Too much.' });

  await expect.poll(() => getState().notes.size).toBe(2);
  expect(getState().notSent).toBe('Too much.');
});

test('an early answer does not undo a change', async () => {
  const { load, tag, answer, read } = openStore();
  const loading = load();

  await tag(['oak'], { add: ['forest'] });
  answer([oak]);
  await loading;

  expect(read().notes.get('oak')?.tags).toEqual(['forest']);
});

test('says why nothing was saved, and keeps what there was', async () => {
  const { load, write, answer, read } = openStore(() =>
    Promise.reject(new AppError('UNAVAILABLE', 'The library is not connected.')),
  );
  const loading = load();
  answer([oak]);
  await loading;

  const written = await write('oak', 'shiny', '');

  expect(written).toBeNull();
  expect(read()).toMatchObject({ error: { code: 'UNAVAILABLE' }, notes: new Map([['oak', oak]]) });
});
