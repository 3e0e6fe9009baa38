import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { makeLibraryFolder } from '../../helpers/library-folder.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const library = makeLibraryFolder({});
const server = await shareTestServer({ library });
await registerPerson(server); // the admin

const oak = { query: 'q=oak&format=glb', seen: ['chair', 'table'], total: 2 };
const listOf = async (person: { token: string }) =>
  (await server.call('savedSearches', {}, person)).body.searches;

test('keeps searches with what was seen', async () => {
  const person = await registerPerson(server);
  const saved = await server.call('saveSearch', oak, person);
  await server.call('saveSearch', { query: 'q=lamp', seen: [], total: 0 }, person);

  const list = await listOf(person);

  expect(saved.status).toBe(201);
  expect(list.map(({ query }) => query).sort()).toEqual(['q=lamp', 'q=oak&format=glb']);
  expect(list.find(({ id }) => id === saved.body.id)).toMatchObject(oak);
});

test('remembers what a saved search has shown since', async () => {
  const person = await registerPerson(server);
  const first = (await server.call('saveSearch', oak, person)).body;

  const { body } = await server.call(
    'saveSearch',
    { ...oak, seen: ['stool', 'chair', 'table'], total: 3 },
    person,
  );

  expect([body.id, body.total]).toEqual([first.id, 3]);
  expect(await listOf(person)).toHaveLength(1);
});

test('shows and deletes nothing of another account', async () => {
  const owner = await registerPerson(server);
  const other = await registerPerson(server);
  const { id: searchId } = (await server.call('saveSearch', oak, owner)).body;

  const refused = await server.call('deleteSavedSearch', { searchId }, other);
  const ofOther = await listOf(other);
  const deleted = await server.call('deleteSavedSearch', { searchId }, owner);

  expect([refused.status, ofOther, deleted.status]).toEqual([404, [], 204]);
  expect(await listOf(owner)).toEqual([]);
});

test('ends the saving at a limit, and still sees what is saved', async () => {
  const person = await registerPerson(server);
  const save = (query: string) => server.call('saveSearch', { query, seen: [], total: 0 }, person);
  for (let made = 0; made < limits.savedSearches.count; made += 1) await save(`q=word${made}`);

  expect([(await save('q=more')).status, (await save('q=word0')).status]).toEqual([403, 201]);
});

test('tells and deletes them with the account', async () => {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  await server.call('saveSearch', oak, browser);

  const { body } = await server.call('exportAccount', {}, browser);
  await server.call('deleteAccount', { password: person.password }, browser);

  const left = await server.rows('SELECT * FROM saved_search WHERE account_id = @id', person.user);
  expect(body.savedSearches).toMatchObject([oak]);
  expect(left).toEqual([]);
});
