import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInBrowser } from '../../helpers/browser-session.ts';
import { makeLibraryFolder, simpleModel } from '../../helpers/library-folder.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { shareTestServer } from '../../helpers/shared-server.ts';
import { registerPerson } from '../../helpers/test-server.ts';

const guids = ['chair', 'table', 'lamp'] as const;
const library = makeLibraryFolder(Object.assign({}, ...guids.map((guid) => simpleModel(guid, { guid }))));
const server = await shareTestServer({ library });
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

test('shows collections to nobody else', async () => {
  const owner = await registerPerson(server);
  const other = await registerPerson(server);
  const { body } = await server.call('makeCollection', { name: 'Secret', add: ['chair'] }, owner);
  const collectionId = body.id;

  const change = await server.call('changeCollection', { collectionId, name: 'Mine' }, other);
  const removal = await server.call('deleteCollection', { collectionId }, other);

  expect([change.status, removal.status]).toEqual([404, 404]);
  expect((await server.call('collections', {}, other)).body.collections).toEqual([]);
  expect((await server.call('collections', {}, owner)).body.collections).toMatchObject([{ name: 'Secret' }]);
});

test('asks apps for the right to it', async () => {
  const without = await signInPlugin(server, ['account:read']);
  const withIt = await signInPlugin(server, ['account:read', 'lists:write']);

  const refused = await server.call('favourites', {}, { token: without.appToken });
  const answered = await server.call('favourites', {}, { token: withIt.appToken });

  expect([refused.error.code, answered.status]).toEqual(['INSUFFICIENT_SCOPE', 200]);
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

test('tells and deletes them with the account', async () => {
  const person = await registerPerson(server);
  const browser = await signInBrowser(server, person);
  await server.call('changeFavourites', { add: ['chair'] }, browser);
  await server.call('makeCollection', { name: 'Unmistakable name', add: ['lamp'] }, browser);

  const { body } = await server.call('exportAccount', {}, browser);
  await server.call('deleteAccount', { password: person.password }, browser);

  const left = await server.rows('SELECT * FROM model_list WHERE account_id = @id', person.user);
  const models = await server.rows(
    'SELECT 1 AS found FROM listed_model WHERE list_id NOT IN (SELECT id FROM model_list)',
  );
  expect(body.favourites).toMatchObject([{ guid: 'chair' }]);
  expect(body.collections).toMatchObject([{ name: 'Unmistakable name', models: [{ guid: 'lamp' }] }]);
  expect([left, models]).toEqual([[], []]);
});
