import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { textOf } from '../../../server/contract/sentence.ts';
import { createScratch } from '../scratch.ts';
import { exchangeAll, keepNoteServer } from './note-server.ts';
import { ada, grace, openNotes } from './notes-app.ts';

const { server, register, openTwo, pageOf, entriesOf } = keepNoteServer();

test('tells why the account did not take a note', async () => {
  const { one, person } = await openTwo();
  await server().change(
    `INSERT INTO account_note (account_id, guid, writer, entry, size, number, changed_at)
     VALUES (@id, 'huge', '00000000000000cc', @entry, @size, 1, '2026-01-01T00:00:00Z')`,
    {
      ...{ id: person.user.id, size: limits.ownNotes.characters },
      entry: JSON.stringify({ guid: 'huge', tags: [], note: null }),
    },
  );

  await one.write('One more');
  await one.exchange();

  expect(textOf((await one.state()).notSent ?? '')).toContain('as many tags and notes');
  expect((await one.find())?.note).toBe('One more');
  await server().change('DELETE FROM account_note WHERE account_id = @id', { id: person.user.id });
  await one.exchange();
  expect([(await one.state()).notSent, (await pageOf(person)).note]).toEqual([null, 'One more']);
});

test('sends again what a restored server has lost', async () => {
  const { one, other, person } = await openTwo();
  await one.write('Too shiny');
  await exchangeAll(one, other);
  await server().change('DELETE FROM account_note WHERE account_id = @id', { id: person.user.id });

  await one.exchange();

  expect((await pageOf(person)).note).toBe('Too shiny');
});

test('goes on with a library that was lost', async () => {
  const person = await register();
  const library = await createScratch();
  const app = openNotes(library);
  await app.signIn(server().baseUrl, person);
  await app.exchange();
  await app.write('First');
  await app.write('Second', (await app.find())?.seen);
  await app.exchange();
  await rm(path.join(library, '.lodestock'), { recursive: true });

  await app.write('Third', (await app.find())?.seen);
  await app.exchange();

  expect((await pageOf(person)).note).toBe('Third');
});

test('keeps still where the right or the route is missing', async () => {
  const person = await register();
  const app = openNotes(await createScratch());
  await app.signIn(server().baseUrl, person, ['account:read']);

  await app.write('Too shiny');
  await app.exchange();

  expect(await entriesOf(person)).toEqual([]);
  expect(app.lines.join('\n')).not.toContain('notes.not-exchanged');
});

test('loses no word however its exchanges end', async () => {
  const person = await register();
  const libraries = [await createScratch(), await createScratch()];
  let state = 11;
  const random = (count: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % count;
  };
  let isCalm = false;
  const onRequest = () => {
    if (!isCalm && random(4) === 0) throw new Error('Killed.');
  };
  // Nothing runs by itself: the timer of an app that was replaced would write beside its successor, as no ended process does.
  const pause = 600_000;
  const open = (index: number) =>
    openNotes(libraries[index] ?? '', { computer: index === 0 ? ada : grace, onRequest, pause });
  const apps = [open(0), open(1)];
  const tags = new Set<string>();
  const words = new Set<string>();

  for (let turn = 0; turn < 24; turn += 1) {
    const index = random(2);
    // A new process on the same files.
    if (random(3) === 0) apps[index] = open(index);
    const app = apps[index] ?? open(index);
    await app.signIn(server().baseUrl, person);
    if (random(2) === 0) await app.exchange();
    tags.add(`tag ${turn}`);
    await app.tag([`tag ${turn}`]);
    words.add(`word${turn}`);
    const found = await app.find();
    await app.write(`${found?.note ?? ''} word${turn}`, found?.seen);
    await app.exchange();
  }
  isCalm = true;
  await exchangeAll(...apps);

  for (const app of apps) {
    const found = await app.find();
    expect(new Set(found?.tags)).toEqual(tags);
    expect(new Set(found?.note.split(/\s+/).filter(Boolean))).toEqual(words);
    expect(found?.note).toBe((await pageOf(person)).note);
  }
});
