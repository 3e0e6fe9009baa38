import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createRoots } from '../library/create-roots.ts';
import { createScratch } from '../scratch.ts';
import { ada, grace, openNotes } from './notes-app.ts';

const placeOf = (library: string, computer = ada) =>
  path.join(library, '.lodestock', 'notes', `${computer}.json`);

/** One computer knows what the other has written until now. */
async function createTwo() {
  const library = await createScratch();
  const [one, other] = [openNotes(library), openNotes(library, { computer: grace })];
  return { library, one, other };
}

test('keeps tags and notes over a restart', async () => {
  const library = await createScratch();
  const { tag, write } = openNotes(library);

  await tag(['Hero', 'forest'], [], ['oak', 'pine']);
  await write('Too shiny for the night scene.');

  expect(await openNotes(library).read()).toMatchObject([
    { guid: 'oak', tags: ['forest', 'Hero'], note: 'Too shiny for the night scene.' },
    { guid: 'pine', tags: ['forest', 'Hero'], note: '' },
  ]);
});

test('takes tags away, in any spelling', async () => {
  const { tag, find } = openNotes(await createScratch());
  await tag(['Forêt', 'hero']);

  const [now] = await tag(['HERO'], ['forêt'.normalize('NFD')]);

  expect(now?.tags).toEqual(['hero']);
  expect((await find())?.tags).toEqual(['hero']);
});

test('joins what two computers tagged meanwhile', async () => {
  const { one, other } = await createTwo();
  await one.tag(['hero', 'old']);

  await Promise.all([one.tag(['forest']), other.tag(['night'], ['old'])]);

  expect(await one.read()).toEqual(await other.read());
  expect((await one.find())?.tags).toEqual(['forest', 'hero', 'night']);
});

test('a later change of a tag counts, whoever makes it', async () => {
  const { one, other } = await createTwo();

  await one.tag(['hero']);
  await other.tag([], ['hero']);
  await one.tag(['hero']);
  await other.tag([], ['hero']);

  expect(await one.find()).toBeUndefined();
});

test('a note replaces the one that the person has seen', async () => {
  const { one, other } = await createTwo();
  const first = await one.write('Needs a lighter texture');

  await other.write('Has a lighter texture now', first.seen);

  expect((await one.find())?.note).toBe('Has a lighter texture now');
});

test('shows both notes that did not know of each other', async () => {
  const { one, other } = await createTwo();
  const { seen } = await one.write('A draft');

  await other.write('The feet sink into the ground', seen);
  const both = await one.write('Used in shot 12', seen);

  expect(both.note).toBe('Used in shot 12\n\nThe feet sink into the ground');
  expect(await other.find()).toEqual(both);
  await other.write('Fixed', both.seen);
  expect((await one.find())?.note).toBe('Fixed');
});

test('a note that is emptied is gone', async () => {
  const { one, other } = await createTwo();
  const { seen } = await one.write('A draft');

  await other.write('', seen);

  expect(await one.read()).toEqual([]);
});

test('loses no edit of three computers in any order', async () => {
  const library = await createScratch();
  const computers = ['a', 'b', 'c'].map((name) => openNotes(library, { computer: name.padStart(16, '0') }));
  const expected = new Set<string>();
  let state = 7;
  const random = (count: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };

  for (let turn = 0; turn < 60; turn += 1) {
    const computer = computers[random(3)];
    const name = `tag ${random(12)}`;
    const isAdded = random(3) > 0;
    if (isAdded) expected.add(name);
    else expected.delete(name);
    await computer?.tag(isAdded ? [name] : [], isAdded ? [] : [name]);
    // Blind to what others write at the same time.
    if (turn % 10 === 9)
      await Promise.all(
        computers.map((each, index) => {
          expected.add(`at once ${turn} ${index}`);
          return each.tag([`at once ${turn} ${index}`]);
        }),
      );
  }

  for (const computer of computers) expect(new Set((await computer.find())?.tags)).toEqual(expected);
});

test('keeps fields that it does not know', async () => {
  const library = await createScratch();
  await mkdir(path.dirname(placeOf(library)), { recursive: true });
  const model = {
    guid: 'oak',
    tags: [{ name: 'hero', has: true, clock: 1, by: 'Ada' }],
    note: null,
    stars: 5,
  };
  await writeFile(placeOf(library), JSON.stringify({ version: 1, models: [model], theme: 'x' }));

  await openNotes(library).tag(['forest']);

  expect(JSON.parse(await readFile(placeOf(library), 'utf8'))).toEqual({
    ...{ version: 1, theme: 'x' },
    models: [{ ...model, tags: [...model.tags, { name: 'forest', has: true, clock: 1 }] }],
  });
});

test('sets a damaged file aside, and reads those of others', async () => {
  const { library, one, other } = await createTwo();
  await one.tag(['hero']);
  await other.tag(['forest']);
  await writeFile(placeOf(library), '{"version":1,');

  const seen = await one.find();
  await one.tag(['night']);

  expect(seen?.tags).toEqual(['forest']);
  expect((await other.find())?.tags).toEqual(['forest', 'night']);
  expect(one.broken.length).toBe(1);
  const names = await readdir(path.dirname(placeOf(library)));
  expect(names.filter((name) => name.includes('.broken-')).length).toBe(1);
});

test('goes on after what others saw of a lost file', async () => {
  const { library, one, other } = await createTwo();
  await one.write('First');
  await one.write('Second', (await one.find())?.seen);
  const { seen } = await one.write('Third', (await one.find())?.seen);
  await other.write('Seen by all', seen);
  await writeFile(placeOf(library), '{"version":1,');

  await one.write('Written anew');

  expect((await other.find())?.note).toBe('Written anew\n\nSeen by all');
});

test('writes nothing while the library is away', async () => {
  const library = path.join(await createScratch(), 'away');
  const { read, tag } = openNotes(library, { absence: 'The library is not connected.' });

  await expect(tag(['hero'])).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(await read()).toEqual([]);
  await expect(readdir(library)).rejects.toMatchObject({ code: 'ENOENT' });
});

test('begins a library that has no folder yet', async () => {
  const library = path.join(await createScratch(), 'new');
  const roots = await createRoots();
  const { find, tag } = openNotes(library, { roots });

  await tag(['hero']);

  expect((await find())?.tags).toEqual(['hero']);
  expect(await roots.findAbsence(library)).toBeNull();
});
