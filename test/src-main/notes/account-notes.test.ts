import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';
import { createMemoryKeytar } from '../memory-keytar.ts';
import { createScratch } from '../scratch.ts';
import { exchangeAll, keepNoteServer } from './note-server.ts';
import { openNotes } from './notes-app.ts';

const { server, register, openApp, openTwo, pageOf, entriesOf, writeOnPage } = keepNoteServer();

test('brings tags and notes to the other computer', async () => {
  const { one, other } = await openTwo();
  await one.tag(['hero', 'forest'], [], ['oak', 'pine']);
  await one.write('Too shiny');

  await exchangeAll(one, other);

  expect(await other.read()).toMatchObject([
    { guid: 'oak', tags: ['forest', 'hero'], note: 'Too shiny' },
    { guid: 'pine', tags: ['forest', 'hero'], note: '' },
  ]);
  expect(other.told.length).toBeGreaterThan(0);
});

test('sends by itself what is written', async () => {
  const person = await register();
  const app = await openApp(person, { pause: 0 });

  await app.tag(['hero']);

  await expect.poll(async () => (await pageOf(person)).tags).toEqual(['hero']);
});

test('takes over what a page of the account writes', async () => {
  const { person, one } = await openTwo();
  await one.write('A draft');
  await one.exchange();
  const { seen } = await pageOf(person);

  await writeOnPage(person, { add: ['hero'], note: 'Better', seen });
  await one.exchange();

  expect(await one.find()).toMatchObject({ tags: ['hero'], note: 'Better' });
  await one.write('Best', (await one.find())?.seen);
  await one.exchange();
  expect((await pageOf(person)).note).toBe('Best');
});

test('a deletion reaches every computer', async () => {
  const { one, other, person } = await openTwo();
  await one.tag(['hero']);
  await one.write('Too shiny');
  await exchangeAll(one, other);

  await other.tag([], ['HERO']);
  await other.write('', (await other.find())?.seen);
  await exchangeAll(other, one);

  expect([await one.read(), await other.read()]).toEqual([[], []]);
  expect(await pageOf(person)).toMatchObject({ tags: [], note: '' });
});

test('shows both notes that were written offline', async () => {
  const { one, other, person } = await openTwo();
  const { seen } = await one.write('A draft');
  await exchangeAll(one, other);
  for (const app of [one, other]) app.reach(null);
  await one.write('Of the laptop', seen);
  await other.write('Of the studio', seen);
  await exchangeAll(one, other);

  for (const app of [one, other]) app.reach(server().baseUrl);
  await exchangeAll(one, other);

  const notes = [(await one.find())?.note, (await other.find())?.note, (await pageOf(person)).note];
  expect(notes.map((note) => note?.split('\n\n').sort())).toEqual(
    notes.map(() => ['Of the laptop', 'Of the studio']),
  );
  await one.write('One of both', (await one.find())?.seen);
  await exchangeAll(one, other);
  expect((await other.find())?.note).toBe('One of both');
});

test('shows what it knows of the account offline', async () => {
  const person = await register();
  await writeOnPage(person, { note: 'From a page' });
  const library = await createScratch();
  const { keytar } = createMemoryKeytar();
  const app = openNotes(library, { keytar });
  await app.signIn(server().baseUrl, person);
  await app.exchange();

  const later = openNotes(library, { keytar });
  await later.takeUp(server().baseUrl);
  later.reach(null);
  await later.exchange();

  expect((await later.find())?.note).toBe('From a page');
});

test('leaves what was written in the library at sign-out', async () => {
  const { one, person } = await openTwo();
  await one.write('Too shiny');
  await writeOnPage(person, { guid: 'pine', note: 'From a page' });
  await one.exchange();

  await one.signOut();

  expect(await one.read()).toMatchObject([{ guid: 'oak', note: 'Too shiny' }]);
});

test('gives an account what was written before it', async () => {
  const person = await register();
  const app = openNotes(await createScratch());
  await app.tag(['hero']);
  await app.write('Too shiny');

  await app.signIn(server().baseUrl, person);
  await app.exchange();
  await app.exchange();

  expect(await pageOf(person)).toMatchObject({ tags: ['hero'], note: 'Too shiny' });
  expect((await app.find())?.note).toBe('Too shiny');
  expect((await entriesOf(person)).length).toBe(1);
});

test('sends what was written signed out to its account', async () => {
  const { one, person } = await openTwo();
  await one.write('A draft');
  await one.exchange();
  await one.signOut();
  await one.write('Written signed out', (await one.find())?.seen);
  await one.tag(['hero']);

  await one.signIn(server().baseUrl, person);
  await one.exchange();

  expect(await pageOf(person)).toMatchObject({ tags: ['hero'], note: 'Written signed out' });
});

test('gives no account what was written for another', async () => {
  const { one, person } = await openTwo();
  const next = await register();
  await one.write('Secret');
  await one.tag(['mine'], [], ['pine']);
  await one.exchange();
  await one.signOut();
  await one.write('Secret, signed out', (await one.find())?.seen);
  await one.tag([], ['mine'], ['pine']);

  await one.signIn(server().baseUrl, next);
  await one.exchange();

  expect(await entriesOf(next)).toEqual([]);
  await one.signIn(server().baseUrl, person);
  await one.exchange();
  expect((await pageOf(person)).note).toBe('Secret, signed out');
});

test('sends nothing with a token that came meanwhile', async () => {
  const person = await register();
  const next = await register();
  let requests = 0;
  const library = await createScratch();
  const app = openNotes(library, { onRequest: (moment) => moment === 'after' && switchOver() });
  let switching: Promise<void> = Promise.resolve();
  function switchOver() {
    requests += 1;
    // The first tells whose token it is, the second what the account has.
    if (requests === 2) switching = app.signIn(server().baseUrl, next);
  }
  await app.write('Of the first');
  await app.signIn(server().baseUrl, person);

  await app.exchange();
  await switching;

  expect(await entriesOf(next)).toEqual([]);
});

test('gives no account what is another’s, whenever the token changes hands', async () => {
  const [person, next] = [await register(), await register()];
  await writeOnPage(next, { guid: 'pine', note: 'Of the second' });
  // As each request of an exchange goes out, and as its answer is back: it hears, sends, and hears again.
  const moments = [1, 2, 3].flatMap((request) =>
    (['before', 'after'] as const).map((moment) => ({ request, moment })),
  );

  for (const [round, at] of moments.entries()) {
    let requests = Number.NaN;
    let switching: Promise<void> | null = null;
    const onRequest = (moment: 'before' | 'after') => {
      if (moment === 'before') requests += 1;
      if (requests === at.request && moment === at.moment) switching ??= app.signIn(server().baseUrl, next);
    };
    const app = openNotes(await createScratch(), { onRequest });
    await app.signIn(server().baseUrl, person);
    await app.exchange();
    await app.write(`Of the first, ${round}`, '', `oak${round}`);
    requests = 0;
    await app.exchange();
    expect(switching).not.toBeNull();
    await switching;
    await app.exchange();

    expect((await entriesOf(next)).map(({ guid }) => guid)).toEqual(['pine']);
    expect((await app.read()).map(({ note }) => note)).toContain('Of the second');
    await app.signIn(server().baseUrl, person);
    await app.exchange();
    expect((await entriesOf(person)).map(({ guid }) => guid)).toContain(`oak${round}`);
    expect((await app.read()).map(({ note }) => note)).not.toContain('Of the second');
  }
});

test('keeps servers apart', async () => {
  const { one, person } = await openTwo();
  const away = await startTestServer();
  const elsewhere = await registerPerson(away);
  await one.write('Of the first server');
  await one.exchange();

  await one.signIn(away.baseUrl, elsewhere);
  await one.exchange();
  await one.write('Of the second', '', 'pine');
  await one.exchange();

  const there = (await away.call('noteEntries', { after: 0 }, elsewhere)).body.entries;
  expect(there.map(({ guid }) => guid)).toEqual(['pine']);
  expect((await entriesOf(person)).map(({ guid }) => guid)).toEqual(['oak']);
  await away.close();
});

test('writes nothing of the account into the library', async () => {
  const person = await register();
  await writeOnPage(person, { note: 'From a page' });
  const library = await createScratch();
  const app = openNotes(library);
  await app.signIn(server().baseUrl, person);
  await app.exchange();

  await app.tag(['hero'], [], ['pine']);
  await app.exchange();

  const folder = path.join(library, '.lodestock', 'notes');
  const texts = await Promise.all(
    (await readdir(folder)).map((name) => readFile(path.join(folder, name), 'utf8')),
  );
  expect(texts.join()).toContain('hero');
  expect(texts.join()).not.toContain('From a page');
});
