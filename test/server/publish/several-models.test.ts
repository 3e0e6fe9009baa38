import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { objText } from '../../helpers/library-folder.ts';
import { png } from '../../helpers/ordinary-folders.ts';
import { openPublishing, product } from '../../helpers/publishing.ts';

const studio = await openPublishing();

test('publishes once however often it is asked', async () => {
  const { server, publisher, member } = studio;
  const uploads = await studio.sendAll({ 'bench.obj': objText(4, 'bench') });
  const wish = { uploads, product: { ...product, title: 'Garden bench' }, publishId: randomUUID() };
  const ask = (token = publisher.token) => server.call('publish', wish, { token });

  const together = await Promise.all(Array.from({ length: 6 }, () => ask()));
  const later = await ask();

  expect([...together, later].map(({ body }) => body)).toEqual(Array(7).fill(later.body));
  await expect.poll(async () => (await studio.state(wish.publishId)).state).toBe('published');
  expect((await server.call('search', { q: 'garden bench' })).body.total).toBe(1);
  server.db.prepare("UPDATE account SET role = 'publisher' WHERE id = ?").run(member.user.id);
  const { status, error } = await ask(member.token);
  expect([status, error.code]).toEqual([400, 'INVALID_INPUT']);
});

test('names files that another request published while they waited for their check', async () => {
  const { server, publisher } = studio;
  const uploads = await studio.sendAll({ 'stool.obj': objText(4, 'stool') });
  const wish = { uploads, product: { ...product, title: 'Bar stool' } };

  const answers = await Promise.all(
    Array.from({ length: 6 }, () => server.call('publish', wish, { token: publisher.token })),
  );

  const refused = answers.filter(({ status }) => status >= 400);
  expect(refused.map(({ error }) => error.code)).toEqual(
    Array(5).fill(expect.stringMatching(/^(INVALID_INPUT|NOT_FOUND)$/)),
  );
  expect((await server.call('search', { q: 'bar stool' })).body.total).toBe(1);
});

test('publishes each of several models that share a texture', async () => {
  const { server, publisher } = studio;
  const { token } = publisher;
  const mtl = 'newmtl wood\nmap_Kd textures/wood.png\n';
  const names = ['Set/Bench.obj', 'Set/Shelf.obj', 'Set/wood.mtl', 'Set/textures/wood.png'];
  const uploads = await studio.sendAll({
    'Set/Bench.obj': objText(4, 'a', 'wood.mtl'),
    'Set/Shelf.obj': objText(6, 'b', 'wood.mtl'),
    'Set/wood.mtl': mtl,
    'Set/textures/wood.png': png,
  });
  const idsOf = (paths: readonly string[]) => paths.map((name) => uploads[names.indexOf(name)] ?? '');

  const guess = (await server.call('publishGuess', { paths: names }, { token })).body;
  const { models } = (await server.call('publishCheck', { uploads }, { token })).body;
  const [bench, shelf] = models;
  const publish = async (model: typeof bench, shared: readonly string[]) => {
    const about = { ...product, title: model?.title ?? '' };
    const wish = { uploads: idsOf(model?.files ?? []), shared: idsOf(shared), isOneModel: true };
    return (await server.call('publish', { ...wish, product: about }, { token })).body;
  };
  const both = [await publish(bench, ['Set/textures/wood.png', 'Set/wood.mtl']), await publish(shelf, [])];

  expect(guess.models.map(({ title, scenes }) => [title, scenes])).toEqual([
    ['Bench', ['Set/Bench.obj']],
    ['Shelf', ['Set/Shelf.obj']],
  ]);
  expect(models.map(({ files }) => files)).toEqual([
    ['Set/Bench.obj', 'Set/textures/wood.png', 'Set/wood.mtl'],
    ['Set/Shelf.obj', 'Set/textures/wood.png', 'Set/wood.mtl'],
  ]);
  for (const one of both)
    await expect.poll(async () => (await studio.state(one?.publishId ?? '')).state).toBe('published');
  const textures = both.map(async (one) =>
    Object.keys(await studio.download(one?.guid ?? '', studio.member.token)),
  );
  expect((await Promise.all(textures)).map((files) => files.length)).toEqual([3, 3]);
  expect(readdirSync(path.join(server.dataDir, 'uploads'))).toEqual([]);
});

test('says what to do with an archive', async () => {
  const { server, publisher } = studio;

  const { body } = await server.call('publishGuess', { paths: ['Pack.zip'] }, { token: publisher.token });

  expect([body.models, body.leftOut]).toEqual([
    [],
    [{ path: 'Pack.zip', reason: expect.stringMatching(/^Archives .+ Unpack it, then drop the folder/) }],
  ]);
});

test.for([
  [['chair.glb', 'oak.png'], ['Chair']],
  [['Furniture/Oak_Table/Oak_Table.fbx', 'Furniture/Oak_Table/textures/oak.png'], ['Oak Table']],
  [['Lamp/1k/lamp.glb', 'Lamp/10k/lamp.glb'], ['Lamp']],
  [['readme.txt'], []],
] as const)('guesses the models of %s from their names', async ([paths, titles]) => {
  const { server, publisher } = studio;

  const { body } = await server.call('publishGuess', { paths: [...paths] }, { token: publisher.token });

  expect(body.models.map(({ title }) => title)).toEqual(titles);
});
