import { expect, test } from 'vitest';
import { parts, reuseCorrectedLibraries } from '../../helpers/corrected-library.ts';
import { objText } from '../../helpers/library-folder.ts';
import { chair, png } from '../../helpers/ordinary-folders.ts';
import { sampleZip } from '../../helpers/sample-archives.ts';

const openLibrary = reuseCorrectedLibraries();

test('tells what became of each folder', async () => {
  const { look } = await openLibrary({
    ...chair,
    'Furniture/odd/table.uasset': 'ISO-10303-21',
    'Pack/a.obj': objText(4, 'a'),
    'Pack/b.obj': objText(5, 'b'),
  });

  const root = await look();
  const furniture = await look('Furniture');
  const pack = await look('Pack');
  const odd = await look('Furniture/odd');

  expect(root).toMatchObject({
    mode: 'auto',
    totals: { models: 3, folders: 2, leftOut: 1, waiting: 0 },
    usedTemplate: '{category}/{subcategory}/{title}',
    folders: [
      { name: 'Furniture', place: 'Furniture', models: 1, leftOut: 1, borders: null },
      { name: 'Pack', models: 2, leftOut: 0 },
    ],
    models: [],
  });
  expect(furniture.folders.map(({ name, models, leftOut }) => [name, models, leftOut])).toEqual([
    ['chair', 1, 0],
    ['odd', 0, 1],
  ]);
  expect(pack.models).toMatchObject([
    { title: 'A', scenes: ['Pack/a.obj'], lods: ['1k'], formats: ['obj'], edited: [], said: [] },
    { title: 'B' },
  ]);
  expect(odd.leftOut).toMatchObject([{ place: 'Furniture/odd/table.uasset', kind: 'left-out' }]);
});

test('makes one model of a folder, and undoes it', async () => {
  const { server, token, titles, look } = await openLibrary(parts);

  await server.call('adminCorrectFolder', { place: 'Robot', borders: 'one' }, { token });
  const corrected = titles();
  const shown = await look('Robot');
  await server.call('adminCorrectFolder', { place: 'Robot', borders: null }, { token });

  expect(corrected).toEqual(['Robot']);
  expect(shown).toMatchObject({ borders: 'one', models: [{ scenes: Object.keys(parts).sort() }] });
  expect(titles()).toEqual(['Arm', 'Head', 'Leg']);
});

test('keeps corrections over scans and restarts', async () => {
  const { library, server, token, titles } = await openLibrary(parts);
  await server.call('adminCorrectFolder', { place: 'Robot', borders: 'one' }, { token });
  library.write({ 'Robot/hand.obj': objText(7, 'hand') });

  const result = await server.scan();

  expect(titles()).toEqual(['Robot']);
  expect(result).toMatchObject({ models: 1, changed: 1 });
});

test('makes a model of each scene file', async () => {
  const { server, token, allModels } = await openLibrary({
    'Vase/vase.obj': objText(4, 'vase'),
    'Vase/vase_LOD1.obj': objText(40, 'vase fine'),
    'Vase/vase.stl':
      'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid a\n',
  });
  const before = allModels().length;

  await server.call('adminCorrectFolder', { place: 'Vase', borders: 'each' }, { token });

  expect(before).toBe(1);
  expect(allModels().map(({ title }) => title)).toEqual(['Vase', 'Vase', 'Vase LOD1']);
});

test('takes a folder out of the one that it was a part of', async () => {
  const { server, token, allModels } = await openLibrary({
    'Pack/OBJ/chair.obj': objText(4, 'chair'),
    'Pack/FBX/lamp.obj': objText(5, 'lamp'),
    'Pack/FBX/shade.obj': objText(6, 'shade'),
  });
  const before = allModels().map(({ folder }) => folder);

  await server.call('adminCorrectFolder', { place: 'Pack/FBX', borders: 'one' }, { token });

  expect(before).toHaveLength(3);
  expect(allModels().map(({ folder }) => folder)).toContain('Pack/FBX');
  expect(allModels()).toHaveLength(2);
});

test.each(['Robot/arm.obj', 'Robot'])('ignores %s until it is wanted again', async (place) => {
  const { server, token, titles, look } = await openLibrary({
    ...parts,
    'Lamp/lamp.obj': objText(9, 'lamp'),
  });

  await server.call('adminCorrectFolder', { place, borders: 'ignore' }, { token });
  const ignored = titles();
  const shown = [await look(), await look('Robot')];
  await server.scan();
  const scanned = titles();
  await server.call('adminCorrectFolder', { place, borders: null }, { token });

  expect(ignored).toEqual(place === 'Robot' ? ['Lamp'] : ['Head', 'Lamp', 'Leg']);
  expect(scanned).toEqual(ignored);
  const where =
    place === 'Robot' ? shown[0]?.folders.find(({ name }) => name === 'Robot')?.borders : shown[1]?.ignored;
  expect(where).toEqual(place === 'Robot' ? 'ignore' : [place]);
  expect(titles()).toEqual(['Arm', 'Head', 'Lamp', 'Leg']);
});

test('reads category and title by another template', async () => {
  const { server, token, allModels, look } = await openLibrary({
    'Client A/Approved/Seating/bergere/model.obj': objText(4, 'bergere'),
  });
  const [before] = allModels();

  await server.call(
    'adminCorrectFolder',
    { place: 'Client A', template: '{tag}/state/{category}/{title}' },
    { token },
  );

  const { usedTemplate, models } = await look('Client A/Approved/Seating/bergere');
  expect(before).toMatchObject({ category: 'Client A' });
  expect(allModels()).toMatchObject([{ guid: before?.guid, title: 'Bergere', category: 'Seating' }]);
  expect(usedTemplate).toBe('{tag}/state/{category}/{title}');
  expect(models).toMatchObject([{ tags: ['Client A'] }]);
});

test.each(['{colour}/{title}', '{title}/{title}', 'a{title}'])(
  'refuses the template %s',
  async (template) => {
    const { server, token } = await openLibrary(parts);

    const { status, error } = await server.call(
      'adminCorrectFolder',
      { place: 'Robot', template },
      { token },
    );

    expect([status, error.code]).toEqual([400, 'INVALID_INPUT']);
  },
);

test('merges models of a folder under the first id', async () => {
  const { server, token, look, titles } = await openLibrary(parts);
  const before = (await look('Robot')).models;
  const [leg, arm] = ['Leg', 'Arm'].map((title) => before.find((model) => model.title === title)?.guid ?? '');

  await server.call('adminMergeModels', { guids: [leg ?? '', arm ?? ''] }, { token });
  await server.scan();

  const { models } = await look('Robot');
  expect(titles()).toHaveLength(2);
  expect(models.find(({ guid }) => guid === leg)?.scenes).toEqual(['Robot/arm.obj', 'Robot/leg.obj']);
});

test('refuses to merge models of different folders', async () => {
  const { server, token, allModels } = await openLibrary({ ...parts, ...chair });
  const guids = allModels().map(({ guid }) => guid);

  const { status, error } = await server.call('adminMergeModels', { guids }, { token });

  expect([status, error.code]).toEqual([400, 'INVALID_INPUT']);
});

test('splits a model into its scene files', async () => {
  const { server, token, look } = await openLibrary({
    'Chairs/chair_red.obj': objText(4, 'red'),
    'Chairs/chair_blue.obj': objText(5, 'blue'),
  });
  const [whole] = (await look('Chairs')).models;

  await server.call('adminSplitModel', { guid: whole?.guid ?? '' }, { token });

  const { models } = await look('Chairs');
  expect(whole?.scenes).toHaveLength(2);
  expect(models.map(({ title }) => title)).toEqual(['Chair blue', 'Chair red']);
  expect(models.map(({ guid }) => guid)).toContain(whole?.guid);
});

test('corrects what is in an archive as well', async () => {
  const { server, token, titles } = await openLibrary({
    'robot.zip': sampleZip(Object.entries(parts).map(([name, content]) => ({ name, content }))),
  });

  await server.call('adminCorrectFolder', { place: 'robot.zip/Robot', borders: 'one' }, { token });

  expect(titles()).toEqual(['Robot']);
});

test('refuses paths that leave the library', async () => {
  const { server, token } = await openLibrary({ ...parts, 'a/wood.png': png });

  const wishes = ['../etc', '/etc', 'Robot/../../etc'];
  const answers = await Promise.all(
    wishes.map((place) => server.call('adminCorrectFolder', { place, borders: 'one' }, { token })),
  );

  expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
});
