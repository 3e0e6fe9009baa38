import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { simpleModel } from '../../helpers/library-folder.ts';
import { registerPerson, startTestServer } from '../../helpers/test-server.ts';

const guids = ['chair', 'table', 'lamp'] as const;
const server = await startTestServer({
  files: Object.assign({}, ...guids.map((guid) => simpleModel(guid, { guid }))),
});
await registerPerson(server); // the admin

test('keeps favourites, the newest first', async () => {
  const { token } = await registerPerson(server);
  await server.call('changeFavourites', { add: ['chair'] }, { token });

  const { body } = await server.call('changeFavourites', { add: ['table'] }, { token });

  expect(body.guids).toEqual(['table', 'chair']);
  expect((await server.call('favourites', {}, { token })).body.guids).toEqual(['table', 'chair']);
});

test('takes in the favourites of a device in their order', async () => {
  const { token } = await registerPerson(server);
  await server.call('changeFavourites', { add: ['lamp'] }, { token });

  const { body } = await server.call('changeFavourites', { add: ['table', 'lamp', 'chair'] }, { token });

  expect(body.guids).toEqual(['table', 'chair', 'lamp']);
});

test('leaves out models that the server lacks', async () => {
  const { token } = await registerPerson(server);

  const { body } = await server.call('changeFavourites', { add: ['elsewhere', 'chair'] }, { token });

  expect(body.guids).toEqual(['chair']);
});

test('names, fills, renames and deletes a collection', async () => {
  const { token } = await registerPerson(server);

  const made = await server.call('makeCollection', { name: 'Tavern', add: ['chair', 'table'] }, { token });
  const { id: collectionId } = made.body;
  const changed = await server.call(
    'changeCollection',
    { collectionId, name: 'Old tavern', add: ['lamp'], remove: ['chair'] },
    { token },
  );
  const listed = await server.call('collections', {}, { token });
  const gone = await server.call('deleteCollection', { collectionId }, { token });

  expect(made.status).toBe(201);
  expect(made.body).toMatchObject({ name: 'Tavern', guids: ['chair', 'table'] });
  expect(changed.body).toMatchObject({ name: 'Old tavern', guids: ['lamp', 'table'] });
  expect(listed.body.collections.map(({ name }) => name)).toEqual(['Old tavern']);
  expect(gone.status).toBe(204);
  expect((await server.call('collections', {}, { token })).body.collections).toEqual([]);
});

test('changes nothing that would be too much', async () => {
  const { token, user } = await registerPerson(server);
  const { body } = await server.call('makeCollection', { name: 'Full' }, { token });
  await server.change(
    `WITH RECURSIVE numbers (place) AS (SELECT 0 UNION ALL SELECT place + 1 FROM numbers
       WHERE place < CAST(@most AS INTEGER) - 1)
     INSERT INTO listed_model (list_id, guid, place, added_at)
     SELECT CAST(@id AS TEXT), 'model-' || place, place, '2026-01-01T00:00:00Z' FROM numbers`,
    { id: body.id, most: limits.modelLists.models },
  );

  const refused = await server.call(
    'changeCollection',
    { collectionId: body.id, name: 'Fuller', add: ['chair'] },
    { token },
  );

  const [row] = await server.rows('SELECT name FROM model_list WHERE account_id = @id', user);
  expect([refused.status, row]).toEqual([403, { name: 'Full' }]);
});

test('ends the making of collections at a limit', async () => {
  const person = await registerPerson(server);
  const make = () => server.call('makeCollection', { name: 'One more' }, person);
  for (let made = 0; made < limits.modelLists.collections; made += 1) await make();

  expect((await make()).status).toBe(403);
});

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

test('ends the saving at a limit, and still sees what is saved', async () => {
  const person = await registerPerson(server);
  const save = (query: string) => server.call('saveSearch', { query, seen: [], total: 0 }, person);
  for (let made = 0; made < limits.savedSearches.count; made += 1) await save(`q=word${made}`);

  expect([(await save('q=more')).status, (await save('q=word0')).status]).toEqual([403, 201]);
});
