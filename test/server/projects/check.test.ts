import { expect, test } from 'vitest';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { openFilm } from './open-film.ts';

const { library, server, owner, other, projectId, check, add, report } = await openFilm();

const hashOf = async (guid: string, lod = '1k') => {
  const details = (await server.call('model', { guid })).body;
  const file = details.topologies.find((one) => one.lod === lod)?.files.find(({ role }) => role === 'scene');
  return { version: details.version, sha256: file?.sha256 ?? '' };
};

test('may ship what its rules allow', async () => {
  await add('chair', 'table');

  const { verdict, inTheWay, models, project } = await check();

  expect({ verdict, inTheWay, count: project.models }).toEqual({ verdict: 'well', inTheWay: 0, count: 2 });
  expect(models).toMatchObject([
    { guid: 'chair', license: 'CC-BY-4.0', attribution: 'Maker of chair', people: 1, problems: [] },
    { guid: 'table', license: 'CC0-1.0', scenes: [], version: null, newestVersion: 1 },
  ]);
});

test('names each breach, and what to do about it, first', async () => {
  await add('chair', 'lamp', 'vase', 'rug');

  const { verdict, inTheWay, models } = await check();

  expect({ verdict, inTheWay }).toEqual({ verdict: 'breach', inTheWay: 3 });
  expect(models.map(({ guid, problems }) => [guid, ...problems.map(({ message }) => message)])).toEqual([
    ['lamp', 'CC-BY-NC-4.0 forbids commercial use.'],
    ['rug', 'The model names no licence.'],
    ['vase', 'Lodestock does not know what “Studio licence” allows.'],
    ['chair'],
  ]);
  expect(models[0]?.problems[0]?.next).toBe('Use another model, or ask its author for other terms.');
});

test('lets a person allow a licence that nobody knows here', async () => {
  await add('vase');

  await server.call('changeProject', { projectId: projectId(), allows: ['Studio licence'] }, owner);

  expect((await check()).verdict).toBe('well');
});

test('allows terms without a name of their own for one model alone', async () => {
  const quoted = 'You may use this.\nAsk first.';
  library.write({
    ...simpleModel('bed', { guid: 'bed', license: 'See LICENSE' }),
    ...simpleModel('sofa', { guid: 'sofa', license: 'See LICENSE' }),
    ...simpleModel('desk', { guid: 'desk', license: quoted }),
  });
  await server.scan();
  await add('bed', 'sofa', 'desk', 'rug');
  const allow = (...allows: string[]) =>
    server.call('changeProject', { projectId: projectId(), allows }, owner);

  await allow('See LICENSE', 'Unspecified');
  const byWords = (await check()).inTheWay;
  await allow('model:bed', 'model:desk', 'model:rug');
  const { models } = await check();

  expect(byWords).toBe(4);
  expect(models.filter(({ problems }) => problems.length > 0).map(({ guid }) => guid)).toEqual(['sofa']);
});

test('cannot tell what an unknown licence allows, where that alone is no breach', async () => {
  await add('vase');
  await server.call('changeProject', { projectId: projectId(), forbids: ['nonCommercial'] }, owner);

  const { verdict, models } = await check();

  expect([verdict, models[0]?.problems[0]?.isBreach]).toEqual(['unknown', false]);
});

test('cannot tell of a model that the server does not have', async () => {
  await report([{ guid: 'elsewhere', title: 'Old door' }]);

  const { verdict, models } = await check();

  expect(verdict).toBe('unknown');
  expect(models).toMatchObject([{ title: 'Old door', pageUrl: null, problems: [{ rule: 'gone' }] }]);
});

test('asks nothing where it has no rules', async () => {
  await add('lamp', 'rug');
  await server.call('changeProject', { projectId: projectId(), forbids: [] }, owner);

  expect((await check()).verdict).toBe('well');
});

test('knows an older file from one that was edited', async () => {
  const now = await hashOf('table');
  const edited = 'e'.repeat(64);
  await report([
    { guid: 'table', ...now },
    { guid: 'chair', version: 1, sha256: edited },
    { guid: 'lamp', version: 0, sha256: edited },
  ]);

  const { models } = await check();

  const state = models.map(({ guid, isEdited, isOutdated }) => ({ guid, isEdited, isOutdated }));
  expect(state).toEqual([
    { guid: 'lamp', isEdited: false, isOutdated: true },
    { guid: 'chair', isEdited: true, isOutdated: false },
    { guid: 'table', isEdited: false, isOutdated: false },
  ]);
});

test('says that a file is outdated once the model has another', async () => {
  library.write(simpleModel('stool', { guid: 'stool', license: 'MIT' }));
  await server.scan();
  const before = await hashOf('stool');
  await report([{ guid: 'stool', ...before }]);
  library.write({ 'stool/1k/thing.obj': objText(7, 'stool') });
  await server.scan();

  const [stool] = (await check()).models;

  expect(stool).toMatchObject({ version: 1, newestVersion: 2, isOutdated: true, isEdited: false });
});

test('counts the people who use a model, and who of them unlocked it', async () => {
  await server.call('changeProject', { projectId: projectId(), isShared: true }, owner);
  await report([{ guid: 'chair' }]);
  await report([{ guid: 'chair' }], other, 'hall.blend');
  const wish = { guid: 'chair', format: 'obj', lod: '10k', relativePath: '10k/thing.obj' };
  await server.call('agentDirect', wish, other);

  const [chair] = (await check()).models;

  expect(chair).toMatchObject({ priceUsd: 1, people: 2, unlocked: 1 });
});
