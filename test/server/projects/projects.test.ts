import { expect, test } from 'vitest';
import { limits } from '../../../server/contract/limits.ts';
import { signInPlugin } from '../../helpers/plugin-session.ts';
import { registerPerson } from '../../helpers/test-server.ts';
import { openFilm } from './open-film.ts';

const { server, admin, owner, other, projectId, check, add, report } = await openFilm();

test('puts what a scene uses now in place of what it used before', async () => {
  const chair = { guid: 'chair', lod: '1k', format: 'obj', version: 1, sha256: 'a'.repeat(64) };
  await report([chair, { guid: 'lamp' }]);
  await report([{ guid: 'table' }], owner, 'hall.blend');
  await report([chair, { ...chair, lod: '10k' }]);

  const { models } = await check();
  const { scenes } = (await server.call('project', { projectId: projectId() }, owner)).body;

  expect(models.map(({ guid, scenes: used }) => [guid, ...used])).toEqual([
    ['chair', 'kitchen.blend'],
    ['table', 'hall.blend'],
  ]);
  expect(scenes).toMatchObject([
    { scene: 'hall.blend', models: 1 },
    { scene: 'kitchen.blend', models: 1 },
  ]);
});

test('is seen by its owner and admins alone', async () => {
  await add('chair');
  const asked = { projectId: projectId() };

  const answers = await Promise.all([
    server.call('project', asked, other),
    server.call('checkProject', asked, other),
    server.call('changeProject', { ...asked, add: ['lamp'] }, other),
    server.call('changeProject', { ...asked, name: 'Mine' }, other),
    server.call('reportScene', { ...asked, scene: 'a', models: [] }, other),
    server.call('deleteProject', asked, other),
  ]);
  const credits = await fetch(`${server.baseUrl}/api/projects/${projectId()}/credits`, {
    headers: { authorization: `Bearer ${other.token}` },
  });
  const strangers = await fetch(`${server.baseUrl}/api/projects/${projectId()}/credits`);

  expect([...answers, credits].map(({ status }) => status)).toEqual(Array(7).fill(404));
  expect(strangers.status).toBe(401);
  expect((await server.call('projects', {}, other)).body.projects).toEqual([]);
  expect(await check(admin)).toMatchObject({ project: { isOwn: false, mayChange: true } });
});

test('lets everyone see and fill a shared project, and its owner alone change it', async () => {
  await server.call('changeProject', { projectId: projectId(), isShared: true }, owner);
  const asked = { projectId: projectId() };

  const reported = await report([{ guid: 'chair' }], other);
  const added = await server.call('changeProject', { ...asked, add: ['chair'] }, other);
  const refused = await Promise.all([
    server.call('changeProject', { ...asked, forbids: [] }, other),
    server.call('changeProject', { ...asked, remove: ['chair'] }, other),
    server.call('deleteProject', asked, other),
  ]);

  expect([reported.status, added.status]).toEqual([200, 200]);
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
  expect(await check(other)).toMatchObject({ project: { isShared: true, mayChange: false } });
});

test('removes a model from all its scenes, and whole projects', async () => {
  await add('chair');
  await report([{ guid: 'chair' }, { guid: 'lamp' }]);

  await server.call('changeProject', { projectId: projectId(), remove: ['chair'] }, owner);

  expect((await check()).models.map(({ guid }) => guid)).toEqual(['lamp']);
  expect((await server.call('deleteProject', { projectId: projectId() }, owner)).status).toBe(204);
  expect((await server.call('project', { projectId: projectId() }, owner)).status).toBe(404);
  expect(
    await server.rows('SELECT guid FROM project_use WHERE project_id = @projectId', {
      projectId: projectId(),
    }),
  ).toEqual([]);
});

test.each([
  ['text', 'text/plain', 'credits.txt', '“chair”: Maker of chair, '],
  ['markdown', 'text/markdown', 'credits.md', '): Maker of chair'],
  [
    'csv',
    'text/csv',
    'credits.csv',
    'chair,CC-BY-4.0,https://creativecommons.org/licenses/by/4.0/,Maker of chair,',
  ],
])('writes the credits as %s', async (format, type, name, line) => {
  await add('chair', 'lamp');

  const answer = await fetch(`${server.baseUrl}/api/projects/${projectId()}/credits?format=${format}`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });

  expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
  expect(await answer.text()).toContain(line);
});

test('takes reports of plugins and API keys that may', async () => {
  const app = await signInPlugin(server, ['account:read', 'lists:write']);
  const without = await signInPlugin(server, ['account:read']);
  const key = (await server.call('createApiKey', { name: 'Pipeline' }, owner)).body.apiKey;
  await server.call('changeProject', { projectId: projectId(), isShared: true }, owner);

  const answers = await Promise.all([
    report([], { token: app.appToken }),
    report([], { token: key }),
    report([], { token: without.appToken }),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);
});

test('refuses characters that no database keeps', async () => {
  const answers = await Promise.all([
    report([{ guid: 'chair', lod: '1k\0' }]),
    report([{ guid: 'chair', format: '\0' }]),
    report([{ guid: 'chair', title: '\0' }]),
  ]);

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
});

test('keeps the oldest version of a file whose hash is not known', async () => {
  await report([
    { guid: 'chair', version: 3 },
    { guid: 'chair', version: 1 },
    { guid: 'chair', version: 2 },
  ]);

  expect((await check()).models).toMatchObject([{ version: 1 }]);
});

test('changes nothing that would be too much', async () => {
  const many = (scene: string) =>
    report(
      Array.from({ length: limits.projects.sent }, (_, index) => ({ guid: `${scene}-${index}` })),
      owner,
      scene,
    );
  for (const scene of ['a', 'b', 'c', 'd', 'e']) expect((await many(scene)).status).toBe(200);

  const refused = await report([{ guid: 'chair' }]);
  const tooLong = await report(Array.from({ length: limits.projects.sent + 1 }, () => ({ guid: 'chair' })));

  expect([refused.status, tooLong.status]).toEqual([403, 400]);
  expect((await check()).models).toHaveLength(limits.projects.uses);
});

test('judges no project without end, as a large one takes half a second', async () => {
  const person = await registerPerson(server);
  const { id } = (await server.call('makeProject', { name: 'Large film' }, person)).body;
  for (let done = 0; done < limits.routeRates.projectChecks.max; done += 1)
    await server.call('checkProject', { projectId: id }, person);

  const checked = await server.call('checkProject', { projectId: id }, person);
  const credits = await fetch(`${server.baseUrl}/api/projects/${id}/credits`, {
    headers: { authorization: `Bearer ${person.token}` },
  });

  expect([checked.status, credits.status]).toEqual([429, 429]);
});

test('ends the making of projects at a limit', async () => {
  const person = await registerPerson(server);
  const make = () => server.call('makeProject', { name: 'One more' }, person);
  for (let made = 0; made < limits.projects.count; made += 1) await make();

  expect((await make()).status).toBe(403);
});

test('is not named in the data of those with whom it is shared no more', async () => {
  const person = await registerPerson(server);
  await server.call('changeProject', { projectId: projectId(), isShared: true }, owner);
  await report([{ guid: 'chair' }], person);
  await server.call('changeProject', { projectId: projectId(), isShared: false, name: 'Secret film' }, owner);

  const { body } = await server.call('exportAccount', {}, person);

  expect(body.projectUses).toMatchObject([{ guid: 'chair', scene: 'kitchen.blend', project: '' }]);
});

test('is exported with its owner’s data, and goes with the account', async () => {
  const person = await registerPerson(server);
  const mine = (await server.call('makeProject', { name: 'Short film', isShared: true }, person)).body.id;
  await server.call('changeProject', { projectId: projectId(), isShared: true }, owner);
  await report([{ guid: 'chair' }], person);
  await server.call(
    'reportScene',
    { projectId: mine, scene: 'a', models: [{ guid: 'table' } as never] },
    other,
  );

  const { body } = await server.call('exportAccount', {}, person);
  await server.call('deleteAccount', { password: person.password }, person);

  expect(body.projects).toMatchObject([{ name: 'Short film', isShared: true }]);
  expect(body.projectUses.map(({ project, guid }) => `${project}: ${guid}`).sort()).toEqual([
    'Film: chair',
    'Short film: table',
  ]);
  expect((await server.call('project', { projectId: mine }, other)).status).toBe(404);
  expect((await check()).models).toMatchObject([{ guid: 'chair', people: 1 }]);
});
