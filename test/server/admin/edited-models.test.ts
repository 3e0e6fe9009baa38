import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parts, reuseCorrectedLibraries } from '../../helpers/corrected-library.ts';
import { objText, simpleModel } from '../../helpers/library-folder.ts';
import { chair } from '../../helpers/ordinary-folders.ts';

const openLibrary = reuseCorrectedLibraries();

test('edits fields of several models at once', async () => {
  const { library, server, token, look } = await openLibrary(parts);
  const guids = (await look('Robot')).models.map(({ guid }) => guid);

  await server.call(
    'adminEditModels',
    { guids, edit: { category: 'Robots', tags: ['steel'], license: 'CC0-1.0', priceUsd: 2.5 } },
    { token },
  );
  library.write({ 'Robot/arm.obj': objText(55, 'arm') });
  await server.scan();

  const { models } = await look('Robot');
  expect(models).toHaveLength(3);
  for (const model of models)
    expect(model).toMatchObject({
      ...{ category: 'Robots', tags: ['steel'], license: 'CC0-1.0', priceUsd: 2.5 },
      edited: ['category', 'tags', 'license', 'priceUsd'],
    });
});

test('tells how an edit is taken back', async () => {
  const { server, token, look } = await openLibrary(parts);
  const [first = '', ...others] = (await look('Robot')).models.map(({ guid }) => guid);
  const edit = async (guids: string[], fields: object) =>
    (await server.call('adminEditModels', { guids, edit: fields }, { token })).body;
  await edit([first], { category: 'Robots', tags: ['steel'] });

  const { before } = await edit([first, ...others], { category: 'Machines', priceUsd: 3 });
  for (const one of before) await edit(one.guids, one.edit);

  expect(before).toEqual([
    { guids: [first], edit: { category: 'Robots', priceUsd: null } },
    { guids: others, edit: { category: null, priceUsd: null } },
  ]);
  const { models } = await look('Robot');
  expect(models.find(({ guid }) => guid === first)).toMatchObject({ edited: ['category', 'tags'] });
  expect(models.filter(({ edited }) => edited.length > 0)).toHaveLength(1);
});

test('adds tags to what each model has, and removes some', async () => {
  const { server, token, look } = await openLibrary(parts);
  const [first = '', ...others] = (await look('Robot')).models.map(({ guid }) => guid);
  const edit = async (guids: string[], wish: object) =>
    (await server.call('adminEditModels', { guids, edit: {}, ...wish }, { token })).body;
  const tags = async () => {
    const { models } = await look('Robot');
    return [first, ...others].map((wanted) => models.find(({ guid }) => guid === wanted)?.tags);
  };
  await edit([first], { addTags: ['Steel', 'rusty'] });

  const { before } = await edit([first, ...others], { addTags: ['steel', 'robot'], removeTags: ['RUSTY'] });
  const changed = await tags();
  for (const one of before) await edit(one.guids, one);

  expect(changed).toEqual([
    ['Steel', 'robot'],
    ['steel', 'robot'],
    ['steel', 'robot'],
  ]);
  expect(await tags()).toEqual([['Steel', 'rusty'], [], []]);
});

test('refuses tags that are replaced and added, and too many', async () => {
  const { server, token, look } = await openLibrary(parts);
  const guids = (await look('Robot')).models.map(({ guid }) => guid);
  const edit = (wish: object) => server.call('adminEditModels', { guids, edit: {}, ...wish }, { token });
  const many = Array.from({ length: 1000 }, (_, index) => `tag ${index}`);
  await edit({ addTags: ['steel'] });

  const both = (await edit({ edit: { tags: ['oak'] }, addTags: ['ash'] })).error;
  const tooMany = (await edit({ addTags: many })).error;

  expect([both, tooMany].map(({ code }) => code)).toEqual(['INVALID_INPUT', 'INVALID_INPUT']);
  expect(tooMany.message).toMatch(/^\w+ would have 1001 tags: a model has at most 1000. Remove some first.$/);
  expect((await look('Robot')).models.map(({ tags }) => tags)).toEqual([['steel'], ['steel'], ['steel']]);
});

test('keeps edits when the folder is renamed', async () => {
  const { library, server, token, look, allModels } = await openLibrary({
    ...chair,
    'other/lamp.obj': objText(9),
  });
  const [model] = (await look('Furniture/chair')).models;
  await server.call('adminEditModels', { guids: [model?.guid ?? ''], edit: { title: 'Throne' } }, { token });
  library.remove('Furniture');
  library.write(
    Object.fromEntries(Object.entries(chair).map(([name, content]) => [`Seats/${name}`, content])),
  );

  await server.scan();

  expect(allModels()).toContainEqual(expect.objectContaining({ guid: model?.guid, title: 'Throne' }));
});

test('lets product.json win over an edit, and says so', async () => {
  const { server, token, look } = await openLibrary({
    ...chair,
    'Furniture/chair/product.json': JSON.stringify({ title: 'Étagère' }),
    ...simpleModel('table', { guid: 'table', priceUsd: 3 }),
  });
  const [model] = (await look('Furniture/chair')).models;
  const guids = [model?.guid ?? '', 'table'];

  const { body } = await server.call(
    'adminEditModels',
    { guids, edit: { title: 'Throne', license: 'MIT', priceUsd: 7 } },
    { token },
  );

  expect(body.kept).toEqual([
    { guid: guids[0], title: 'Étagère', fields: ['title'] },
    { guid: 'table', title: 'table', fields: ['title', 'priceUsd'] },
  ]);
  expect((await look('Furniture/chair')).models).toMatchObject([
    { title: 'Étagère', license: 'MIT', said: ['title'] },
  ]);
  const found = (await server.call('adminModels', { search: 'étagÈre' }, { token })).body.models;
  expect(found.map(({ title }) => title)).toEqual(['Étagère']);
  expect((await look('table')).models).toMatchObject([{ title: 'table', license: 'MIT', priceUsd: 3 }]);
});

test('lets new models wait until they are published', async () => {
  const { library, server, token, look, titles } = await openLibrary(
    { ...parts, ...simpleModel('table', { guid: 'table' }), 'Lamp/lamp.obj': objText(9, 'lamp') },
    'review',
  );
  const before = await look();
  const [lamp] = (await look('Lamp')).models;
  await server.call(
    'adminEditModels',
    { guids: [lamp?.guid ?? ''], edit: { title: 'Desk lamp' } },
    { token },
  );

  const { body } = await server.call('adminPublishModels', { guids: [lamp?.guid ?? ''] }, { token });
  library.write({ 'Lamp/lamp.obj': objText(90, 'lamp') });
  await server.scan();

  expect(before).toMatchObject({ mode: 'review', totals: { models: 1, waiting: 4 } });
  expect(lamp).toMatchObject({ title: 'Lamp', isWaiting: true, triangles: 9 });
  expect(body.published).toBe(1);
  expect(titles()).toEqual(['Desk lamp', 'table']);
  expect((await look()).totals).toMatchObject({ models: 2, waiting: 3 });
});

test('publishes all that wait', async () => {
  const { server, token, look, titles } = await openLibrary(parts, 'review');

  const { body } = await server.call('adminPublishModels', {}, { token });

  expect(body.published).toBe(3);
  expect(titles()).toEqual(['Arm', 'Head', 'Leg']);
  expect((await look()).totals.waiting).toBe(0);
});

test('keeps the ids of waiting models, and forgets what is gone', async () => {
  const { library, server, look } = await openLibrary(parts, 'review');
  const before = (await look('Robot')).models.map(({ guid }) => guid);
  library.remove('Robot/leg.obj');

  await server.scan();

  const after = (await look('Robot')).models.map(({ guid }) => guid);
  expect(after).toHaveLength(2);
  expect(before).toEqual(expect.arrayContaining(after));
});

test('writes product.json files only where asked', async () => {
  const { library, server, token, look, titles } = await openLibrary({ ...chair, ...parts });
  const [model] = (await look('Furniture/chair')).models;
  const [arm] = (await look('Robot')).models;
  await server.call(
    'adminEditModels',
    { guids: [model?.guid ?? ''], edit: { attribution: 'By Ada' } },
    { token },
  );
  const untouched = readdirSync(path.join(library.folder, 'Furniture/chair'));

  const wish = { guids: [model?.guid ?? '', arm?.guid ?? ''] };
  const { body } = await server.call('adminWriteProducts', wish, { token });
  const again = (await server.call('adminWriteProducts', wish, { token })).body;

  expect(untouched).not.toContain('product.json');
  expect(body).toMatchObject({ written: ['Furniture/chair/product.json'], left: [{ title: 'Arm' }] });
  expect(again).toMatchObject({ written: [], left: [{ title: 'Chair' }, { title: 'Arm' }] });
  const written = readFileSync(path.join(library.folder, 'Furniture/chair/product.json'), 'utf8');
  expect(JSON.parse(written)).toMatchObject({
    guid: model?.guid,
    title: 'Chair',
    category: 'Furniture',
    attribution: 'By Ada',
  });
  expect(existsSync(path.join(library.folder, 'Robot/product.json'))).toBe(false);
  expect(titles()).toEqual(['Arm', 'Chair', 'Head', 'Leg']);
});

test('writes what the library says of a model, too', async () => {
  const { library, server, token, look } = await openLibrary({
    ...chair,
    'Furniture/chair/license.txt': 'Oak chair\nAuthor: Ada Lovelace\nLicense: CC BY 4.0\n',
  });
  const guid = (await look('Furniture/chair')).models[0]?.guid ?? '';
  const { license, attribution } = (await server.call('model', { guid })).body;

  await server.call('adminWriteProducts', { guids: [guid] }, { token });

  const written = readFileSync(path.join(library.folder, 'Furniture/chair/product.json'), 'utf8');
  expect(attribution).toContain('Ada Lovelace');
  expect(JSON.parse(written)).toMatchObject({ license, attribution });
});

test('lets an admin choose that new models wait', async () => {
  const { library, server, token, look, titles } = await openLibrary(parts, '');
  const before = await look();
  await server.call('adminSetReview', { isReviewing: true }, { token });
  library.write({ 'Lamp/lamp.obj': objText(9, 'lamp') });
  await server.scan();
  const held = titles();

  await server.call('adminSetReview', { isReviewing: false }, { token });

  expect(before).toMatchObject({ mode: 'auto', isModeFixed: false });
  expect(held).toEqual(['Arm', 'Head', 'Leg']);
  expect(titles()).toEqual(['Arm', 'Head', 'Lamp', 'Leg']);
});

test('leaves the choice to the settings where they say it', async () => {
  const { server, token, look } = await openLibrary(parts, 'review');

  const { status, error } = await server.call('adminSetReview', { isReviewing: false }, { token });

  expect([status, error.code]).toEqual([400, 'INVALID_INPUT']);
  expect(await look()).toMatchObject({ mode: 'review', isModeFixed: true });
});
