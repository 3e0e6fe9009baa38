import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../helpers/library-folder.ts';
import { chair, png } from '../../helpers/ordinary-folders.ts';
import { openPublishing, product, sha256Of } from '../../helpers/publishing.ts';

const studio = await openPublishing({
  'Secret/plan.png': png,
  'Furniture/stool/1k/stool.obj': objText(4, 'stool'),
});

const folder = (files: Readonly<Record<string, Buffer | string>>, name: string) =>
  Object.fromEntries(
    Object.entries(files).map(([at, bytes]) => [at.replace('Furniture/chair', name), bytes]),
  );
const rejected = async (answer: Promise<{ status: number; error: { code: string; message: string } }>) => {
  const { status, error } = await answer;
  return [status, error.code];
};

test('publishes a folder that another artist downloads', async () => {
  const wanted = folder(chair, 'Chair');

  const { state, guid } = await studio.publish(wanted);

  expect(state).toBe('published');
  const { results } = (await studio.server.call('search', { q: 'oak chair' })).body;
  expect(results.map((model) => [model.guid, model.title, model.priceUsd, model.license])).toEqual([
    [guid, 'Oak chair', 2, 'CC0'],
  ]);
  expect(await studio.download(guid, studio.member.token)).toEqual({
    '1k/chair.obj': sha256Of(chair['Furniture/chair/chair.obj']),
    '1k/chair.mtl': sha256Of(chair['Furniture/chair/chair.mtl']),
    '1k/textures/wood.png': sha256Of(png),
  });
  expect(readdirSync(path.join(studio.server.dataDir, 'uploads'))).toEqual([]);
});

test('stays published when the library is scanned again', async () => {
  const { guid } = await studio.publish({ 'table.obj': objText(6, 'table') }, { title: 'Table' });

  await studio.server.scan();

  const found = (await studio.server.call('model', { guid })).body;
  expect([found.title, found.version]).toEqual(['Table', 1]);
  const { groups } = (await studio.server.call('adminProblems', {}, { token: studio.admin.token })).body;
  expect(groups).toEqual([]);
});

test('tells what it would make of files', async () => {
  const uploads = await studio.sendAll({
    'Set/Oak_Chair.obj': objText(4, 'a'),
    'Set/Table.obj': objText(6, 'b'),
    'Set/notes.uasset': 'Unreal',
  });
  const { token } = studio.publisher;

  const { models, leftOut } = (await studio.server.call('publishCheck', { uploads }, { token })).body;
  const one = (await studio.server.call('publishCheck', { uploads, isOneModel: true }, { token })).body;

  expect(models.map(({ title, scenes }) => [title, scenes])).toEqual([
    ['Oak Chair', ['Set/Oak_Chair.obj']],
    ['Table', ['Set/Table.obj']],
  ]);
  expect(leftOut.map((file) => file.path)).toEqual(['Set/notes.uasset']);
  expect(one.models).toHaveLength(1);
  const refused = studio.server.call('publish', { uploads, product }, { token });
  expect(await rejected(refused)).toEqual([400, 'INVALID_INPUT']);
  for (const id of uploads) await studio.tus.remove(id);
});

test('guesses no category of files without a folder', async () => {
  const uploads = await studio.sendAll({ 'Oak_Chair.obj': objText(4, 'a') });

  const { body } = await studio.server.call('publishCheck', { uploads }, { token: studio.publisher.token });

  expect(body.models.map(({ title, category, tags }) => [title, category, tags])).toEqual([
    ['Oak Chair', '', []],
  ]);
  for (const id of uploads) await studio.tus.remove(id);
});

test('publishes nothing where there is no model', async () => {
  const uploads = await studio.sendAll({ 'readme.txt': 'Only words' });

  const refused = studio.server.call('publish', { uploads, product }, { token: studio.publisher.token });

  expect(await rejected(refused)).toEqual([400, 'INVALID_INPUT']);
  expect(readdirSync(path.join(studio.server.dataDir, 'uploads'))).toEqual(uploads);
  for (const id of uploads) await studio.tus.remove(id);
});

test.for(['title', 'category', 'license', 'priceUsd'] as const)('wants a %s to be said', async (field) => {
  const { [field]: _, ...rest } = product;

  const answer = await fetch(`${studio.server.baseUrl}/api/publish`, {
    method: 'POST',
    headers: { authorization: `Bearer ${studio.publisher.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ uploads: ['00000000-0000-0000-0000-000000000000'], product: rest }),
  });

  expect(answer.status).toBe(400);
  expect(Object.keys((await answer.json()).details.fields)).toEqual([`product.${field}`]);
});

test('waits for files that have not arrived', async () => {
  const { tus, server, publisher } = studio;
  const id = tus.idOf(await tus.create('late.obj', 'v 0 0 0'));

  const refused = server.call('publish', { uploads: [id], product }, { token: publisher.token });

  expect(await rejected(refused)).toEqual([400, 'INVALID_INPUT']);
  await tus.remove(id);
});

test('uses no file of the library that a scene names', async () => {
  const mtl = 'newmtl a\nmap_Kd ../../Secret/plan.png\n';

  const { guid } = await studio.publish(
    { 'Spy/spy.obj': objText(4, 'spy', 'spy.mtl'), 'Spy/spy.mtl': mtl },
    { title: 'Spy' },
  );

  expect(Object.keys(await studio.download(guid, studio.member.token))).toEqual(['1k/spy.mtl', '1k/spy.obj']);
});

test('keeps an earlier version for who holds it', async () => {
  const { server, member, publish } = studio;
  const before = objText(6000, 'first');
  const after = objText(7000, 'second');
  const { guid } = await publish({ 'lamp.obj': before }, { title: 'Lamp' });
  await studio.download(guid, member.token);
  const other = await server.call('register', {
    email: 'late@example.org',
    password: 'correct horse battery',
    name: 'Late',
  });

  await publish({ 'lamp.obj': after }, { title: 'Lamp', guid });

  const now = (await server.call('model', { guid })).body;
  expect([now.version, Object.values(await studio.download(guid, member.token))]).toEqual([
    2,
    [sha256Of(after)],
  ]);
  const { versions } = (await server.call('keptVersions', { guid }, { token: member.token })).body;
  expect(versions.map(({ version }) => version)).toEqual([1]);
  const [file] = versions[0]?.files ?? [];
  const old = await fetch(file?.url ?? '', {
    headers: { authorization: `Bearer ${member.token}`, range: 'bytes=0-3' },
  });
  expect([old.status, await old.text()]).toEqual([206, before.slice(0, 4)]);
  const { body } = await server.call('keptVersions', { guid }, { token: other.body.token });
  expect(body.versions).toEqual([]);
  const stranger = await fetch(file?.url ?? '', {
    headers: { authorization: `Bearer ${other.body.token}` },
  });
  expect(stranger.status).toBe(404);
});

test('names files of earlier versions below a sub-path', async () => {
  const base = 'https://studio.example/lodestock';
  const behind = await openPublishing({}, { LODESTOCK_BASE_URL: base });
  const { guid } = await behind.publish({ 'lamp.obj': objText(4, 'lamp') });
  await behind.publish({ 'lamp.obj': objText(6, 'lamp') }, { guid });

  const { token } = behind.publisher;
  const { versions } = (await behind.server.call('keptVersions', { guid }, { token })).body;

  expect(versions.flatMap(({ files }) => files.map(({ url }) => url))).toEqual([
    `${base}/api/publish/versions/${guid}/1/lamp.obj`,
  ]);
});

test('lets admins delete what was published', async () => {
  const { server, admin, publish } = studio;
  const { guid } = await publish({ 'mug.obj': objText(4, 'mug') }, { title: 'Mug' });
  await publish({ 'mug.obj': objText(5, 'mug') }, { title: 'Mug', guid });
  const folders = () => readdirSync(path.join(server.dataDir, 'published')).length;
  const all = folders();

  await server.call('cleanPublished', { guid, what: 'earlier' }, { token: admin.token });
  const kept = folders();
  await server.call('cleanPublished', { guid, what: 'all' }, { token: admin.token });

  expect([kept - all, folders() - all]).toEqual([-1, -2]);
  expect(await rejected(server.call('model', { guid }))).toEqual([404, 'MODEL_NOT_FOUND']);
});

test('lets nobody publish over another person', async () => {
  const { server, admin, member, publish, tus } = studio;
  const { guid } = await publish({ 'vase.obj': objText(4, 'vase') }, { title: 'Vase' });
  const uploads = await studio.sendAll({ 'vase.obj': objText(5, 'vase') });
  server.db.prepare("UPDATE account SET role = 'publisher' WHERE id = ?").run(member.user.id);

  const ofOther = server.call('publish', { uploads, product, guid }, { token: member.token });
  const ofAdmin = server.call('publish', { uploads, product, guid }, { token: admin.token });

  // Both have no such uploads.
  expect(await rejected(ofOther)).toEqual([404, 'NOT_FOUND']);
  expect(await rejected(ofAdmin)).toEqual([404, 'NOT_FOUND']);
  for (const id of uploads) await tus.remove(id);
  server.db.prepare("UPDATE account SET role = 'member' WHERE id = ?").run(member.user.id);
});

test('holds what is new until an admin approves', async () => {
  const review = await openPublishing({}, { LODESTOCK_RECOGNISE: 'review' });
  const flat = await review.publish({ 'bowl.obj': objText(4, 'bowl') }, { title: 'Bowl' });
  const laidOut = await review.publish({ '1k/cup.obj': objText(4, 'cup') }, { title: 'Cup' });
  const guids = [flat.guid, laidOut.guid];
  const hidden = guids.map((guid) => rejected(review.server.call('model', { guid })));

  await review.server.call('adminPublishModels', {}, { token: review.admin.token });

  expect([flat.state, laidOut.state]).toEqual(['waiting', 'waiting']);
  expect(await Promise.all(hidden)).toEqual([
    [404, 'MODEL_NOT_FOUND'],
    [404, 'MODEL_NOT_FOUND'],
  ]);
  const titles = guids.map(async (guid) => (await review.server.call('model', { guid })).body.title);
  expect(await Promise.all(titles)).toEqual(['Bowl', 'Cup']);
});

test('keeps published models when the library vanishes', async () => {
  const { guid } = await studio.publish({ 'jar.obj': objText(4, 'jar') }, { title: 'Jar' });
  studio.library.remove();

  await studio.server.scan();

  expect((await studio.server.call('model', { guid })).body.title).toBe('Jar');
  expect(existsSync(studio.library.folder)).toBe(false);
  mkdirSync(studio.library.folder);
});
