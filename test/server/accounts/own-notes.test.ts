import { expect, test } from 'vitest';
import type { WrittenModel } from '../../../server/contract/accounts/own-notes.ts';
import { limits } from '../../../server/contract/limits.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const server = await startTestServer();
await registerPerson(server); // the admin

const laptop = '00000000000000aa';
const studio = '00000000000000bb';
type Person = Awaited<ReturnType<typeof registerPerson>>;

const written = (guid: string, text: string, clock = 1, seen = {}): WrittenModel => ({
  ...{ guid, tags: [], note: { text, clock, seen } },
});
const tagged = (guid: string, name: string, has = true, clock = 1): WrittenModel => ({
  ...{ guid, note: null, tags: [{ name, has, clock }] },
});
const send = ({ token, user }: Person, writer: string, ...models: WrittenModel[]) =>
  server.call('sendNoteEntries', { account: user.id, writer, models }, { token });
const change = (person: Person, wish: { add?: string[]; remove?: string[]; note?: string; seen?: string }) =>
  server.call('changeOwnNotes', { guid: 'oak', ...wish }, person);
const read = async (person: Person, guid = 'oak') => (await server.call('ownNotes', { guid }, person)).body;
const entriesOf = async (person: Person, after = 0) =>
  (await server.call('noteEntries', { after }, person)).body;

test('keeps the tags and the note of a page', async () => {
  const person = await registerPerson(server);

  await change(person, { add: ['Hero', 'old'], note: 'Too shiny' });
  const { body } = await change(person, { remove: ['OLD'] });

  expect(body).toMatchObject({ ok: true, guid: 'oak', tags: ['Hero'], note: 'Too shiny' });
  expect(await read(person)).toEqual(body);
});

test('shows notes to nobody else', async () => {
  const owner = await registerPerson(server);
  const other = await registerPerson(server);
  await change(owner, { add: ['secret'], note: 'Mine' });

  expect(await read(other)).toEqual({ ok: true, guid: 'oak', tags: [], note: '', seen: '' });
  expect((await entriesOf(other)).entries).toEqual([]);
});

test('refuses what was written for another account', async () => {
  const owner = await registerPerson(server);
  const other = await registerPerson(server);
  const sent = { account: owner.user.id, writer: laptop, models: [written('oak', 'Mine')] };

  const refused = await server.call('sendNoteEntries', sent, other);

  expect([refused.status, refused.error.code]).toEqual([403, 'FORBIDDEN']);
  expect((await entriesOf(owner)).entries).toEqual([]);
  expect((await entriesOf(other)).entries).toEqual([]);
});

test('takes the same entry again without a change', async () => {
  const person = await registerPerson(server);
  const models = [written('oak', 'Too shiny'), tagged('pine', 'hero')];
  const first = await send(person, laptop, ...models);

  const again = await send(person, laptop, ...models);

  expect(again.body.latest).toBe(first.body.latest);
  expect((await entriesOf(person)).entries).toEqual(models.map((model) => ({ ...model, writer: laptop })));
  expect((await entriesOf(person, first.body.latest)).entries).toEqual([]);
});

test('an earlier entry of a computer changes nothing', async () => {
  const person = await registerPerson(server);
  await send(person, laptop, written('oak', 'Later', 2), tagged('pine', 'hero', false, 2));

  await send(person, laptop, written('oak', 'Earlier', 1), tagged('pine', 'hero', true, 1));

  expect([(await read(person)).note, (await read(person, 'pine')).tags]).toEqual(['Later', []]);
});

test('keeps both texts of one age', async () => {
  const person = await registerPerson(server);
  await send(person, laptop, written('oak', 'Of one copy'));

  await send(person, laptop, written('oak', 'Of another'));

  expect((await read(person)).note).toBe('Of another\n\nOf one copy');
});

test('a note of a page replaces what it has seen', async () => {
  const person = await registerPerson(server);
  await send(person, laptop, written('oak', 'A draft'));
  const { seen } = await read(person);
  await send(person, studio, written('oak', 'Sinks into the ground'));

  const { body } = await change(person, { note: 'Used in shot 12', seen });

  expect(body.note.split('\n\n').sort()).toEqual(['Sinks into the ground', 'Used in shot 12']);
  expect((await change(person, { note: '', seen: body.seen })).body.note).toBe('');
});

test('refuses entries that no app writes', async () => {
  const person = await registerPerson(server);
  const bad: [string, WrittenModel][] = [
    ['laptop', written('oak', 'x')],
    [laptop, written('../oak', 'x')],
    [laptop, written('oak', 'x'.repeat(limits.ownNotes.joinedLength + 1))],
    [laptop, written('oak', 'x', -1)],
    [laptop, written('oak', 'x', 1, { laptop: 1 })],
    [laptop, tagged('oak', ' ')],
    [laptop, tagged('oak', 'x'.repeat(limits.ownNotes.tagLength + 1))],
  ];

  const refused = await Promise.all(bad.map(([writer, model]) => send(person, writer, model)));

  expect(refused.map(({ status }) => status)).toEqual(bad.map(() => 400));
});

test('ends at as many tags as a model may have', async () => {
  const person = await registerPerson(server);
  await change(person, { add: Array.from({ length: limits.ownNotes.tags }, (_, index) => `tag ${index}`) });

  const refused = await change(person, { add: ['one more'] });

  expect([refused.status, (await read(person)).tags.length]).toEqual([400, limits.ownNotes.tags]);
});

/** Notes of another model that count as so many characters. */
const fill = ({ user }: Person, guid: string, number: number, size: number) =>
  server.change(
    `INSERT INTO account_note (account_id, guid, writer, entry, size, number, changed_at)
     VALUES (@id, @guid, @writer, @entry, @size, @number, '2026-01-01T00:00:00Z')`,
    {
      ...{ id: user.id, guid, number, size, writer: studio },
      entry: JSON.stringify(written(guid, guid)),
    },
  );

test('changes nothing that would be too much', async () => {
  const person = await registerPerson(server);
  await fill(person, 'huge', 1, limits.ownNotes.characters);

  const page = await change(person, { note: 'One more' });
  const app = await send(person, laptop, written('pine', 'One more'));

  expect([page.status, app.status]).toEqual([403, 403]);
  expect((await entriesOf(person)).entries.map(({ guid }) => guid)).toEqual(['huge']);
});

test('answers in parts that a client can take', async () => {
  const person = await registerPerson(server);
  const most = limits.ownNotes.pageCharacters;
  for (const [index, guid] of ['one', 'two', 'three'].entries())
    await fill(person, guid, index + 1, most * 0.6);

  const first = await entriesOf(person);
  const second = await entriesOf(person, first.last);

  expect([first.entries.length, first.last, first.latest]).toEqual([1, 1, 3]);
  expect([second.entries.length, second.last, second.latest]).toEqual([1, 2, 3]);
});

test('numbers what is written at the same time', async () => {
  const person = await registerPerson(server);
  const guids = Array.from({ length: 12 }, (_, index) => `model-${index}`);

  await Promise.all(guids.map((guid) => send(person, laptop, written(guid, guid))));

  const { entries, latest } = await entriesOf(person);
  expect([new Set(entries.map(({ guid }) => guid)), latest]).toEqual([new Set(guids), guids.length]);
});
