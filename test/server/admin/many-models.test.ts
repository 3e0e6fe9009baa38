import { beforeAll, describe, expect, test } from 'vitest';
import { createLongQueries } from '../../../server/base/db/long-queries.ts';
import type { QueryValues } from '../../../server/base/db/long-query-thread.ts';
import type { InputOf } from '../../../server/contract/index.ts';
import { createModelsAdmin } from '../../../server/library/corrections/models-admin.ts';
import { openCorrectedLibrary, reuseCorrectedLibraries } from '../../helpers/corrected-library.ts';
import { objText, simpleModel } from '../../helpers/library-folder.ts';

type Wish = InputOf<'adminModels'>;

const files = {
  ...simpleModel('oak table', { guid: 'table', category: 'Furniture', tags: ['oak'], license: 'CC0-1.0' }),
  ...simpleModel('stool', { guid: 'stool' }),
  'lamp.obj': objText(4, 'lamp'),
  'vase.obj': objText(5, 'vase'),
};

function withLists<T extends Awaited<ReturnType<typeof openCorrectedLibrary>>>(opened: T) {
  const { server, token } = opened;
  const list = async (wish: Wish = {}) => (await server.call('adminModels', wish, { token })).body;
  const titlesOf = async (wish: Wish = {}) => (await list(wish)).models.map(({ title }) => title);
  return { ...opened, list, titlesOf };
}

const openLibrary = reuseCorrectedLibraries();
const openModels = async (more: Parameters<typeof openLibrary>[0] = files, mode?: 'review') =>
  withLists(await openLibrary(more, mode));

describe('of a library that nobody changes', () => {
  let opened: Awaited<ReturnType<typeof openModels>>;
  beforeAll(async () => {
    opened = withLists(await openCorrectedLibrary(files));
  });

  test('lists models with what they lack', async () => {
    const { models, categories, states, lacking, total } = await opened.list();

    expect(models.map(({ title, category }) => [title, category])).toEqual(
      [
        ['lamp', ''],
        ['oak table', 'Furniture'],
        ['stool', ''],
        ['vase', ''],
      ].map(([title, category]) => [expect.stringMatching(new RegExp(`^${title}$`, 'i')), category]),
    );
    expect(categories).toEqual([{ name: 'Furniture', count: 1 }]);
    expect(states).toEqual({ published: 4, waiting: 0, hidden: 0 });
    expect(lacking).toMatchObject({ category: 3, tags: 3, license: 3, poster: 4, levels: 0 });
    expect(total).toBe(4);
  });

  test('changes what is still there of the models that a filter found', async () => {
    const { db } = opened.server;
    const queries = createLongQueries(db, { few: 1024 });
    const drawn: number[] = [];
    const admin = createModelsAdmin({
      db,
      longQueries: {
        ...queries,
        all: async <Row>(sql: string, values?: QueryValues) => [
          { guid: 'gone' } as Row,
          ...(await queries.all<Row>(sql, values)),
        ],
      },
      ...{ clock: Date.now, reread: async () => {}, hasLibrary: true, root: '' },
      redrawPosters: (ids) => void drawn.push(...ids),
      remakeLevels: () => {},
    });

    expect(await admin.redrawPosters({ matching: { search: 'oak' } }, null)).toBe(1);

    expect(drawn).toHaveLength(1);
    await expect(admin.redrawPosters({ guids: ['gone'] }, null)).rejects.toMatchObject({
      code: 'MODEL_NOT_FOUND',
    });
  });

  test('finds models by words, category, state and lack', async () => {
    const found = [
      await opened.titlesOf({ search: 'OAK' }),
      await opened.titlesOf({ category: 'furniture' }),
      await opened.titlesOf({ lacks: 'license', search: 'sto' }),
      await opened.titlesOf({ state: 'hidden' }),
    ];

    expect(found.map((titles) => titles.map((title) => title.toLowerCase()))).toEqual([
      ['oak table'],
      ['oak table'],
      ['stool'],
      [],
    ]);
  });

  test('takes percent signs and quotes in a search literally', async () => {
    expect([
      await opened.titlesOf({ search: '%' }),
      await opened.titlesOf({ search: "' OR 1=1 --" }),
    ]).toEqual([[], []]);
  });

  test('refuses a change without models, or with two kinds', async () => {
    const edit = { category: 'Household' };

    const neither = await opened.server.call('adminEditModels', { edit }, { token: opened.token });
    const both = await opened.server.call(
      'adminEditModels',
      { edit, guids: ['table'], matching: {} },
      { token: opened.token },
    );
    const unknown = await opened.server.call(
      'adminHideModels',
      { guids: ['nobody'], isHidden: true },
      { token: opened.token },
    );

    expect([neither.error.code, both.error.code, unknown.error.code]).toEqual([
      'INVALID_INPUT',
      'INVALID_INPUT',
      'MODEL_NOT_FOUND',
    ]);
  });

  test('says why posters and levels are not made again', async () => {
    const posters = await opened.server.call(
      'adminRedrawPosters',
      { guids: ['table'] },
      { token: opened.token },
    );
    const levels = await opened.server.call(
      'adminRemakeLevels',
      { guids: ['table'] },
      { token: opened.token },
    );

    expect(posters.error.message).toContain('LODESTOCK_POSTERS');
    expect(levels.error.message).toContain('LODESTOCK_LEVELS');
  });
});

test('sorts models of free files as the catalogue prices them', async () => {
  const opened = await openModels({
    'vase/product.json': JSON.stringify({ title: 'vase', priceUsd: 9 }),
    'vase/1k/vase.obj': objText(4, 'vase'),
    'desk/10k/desk.obj': objText(4, 'desk'),
  });

  const titles = await opened.titlesOf({ order: 'price' });

  expect(titles.map((title) => title.toLowerCase())).toEqual(['desk', 'vase']);
});

test('edits all that a filter finds in one request', async () => {
  const { server, token, list } = await openModels();

  const { body } = await server.call(
    'adminEditModels',
    { matching: { lacks: 'category' }, edit: { category: 'Household' } },
    { token },
  );

  expect(body).toMatchObject({ models: 3, kept: [] });
  expect((await list()).categories).toEqual([
    { name: 'Household', count: 3 },
    { name: 'Furniture', count: 1 },
  ]);
  expect((await list({ lacks: 'category' })).total).toBe(0);
});

test('hides models until they are brought back, through scans', async () => {
  const { server, token, library, list, allModels } = await openModels();
  const before = allModels();
  const hide = (isHidden: boolean) =>
    server.call('adminHideModels', { matching: { search: 'a' }, isHidden }, { token });

  const hidden = (await hide(true)).body;
  await server.scan();
  library.write({ 'vase.obj': objText(6, 'vase') });
  await server.scan();
  const meanwhile = { titles: allModels().map(({ guid }) => guid), states: (await list()).states };
  await hide(false);

  expect(hidden.models).toBe(3);
  expect(meanwhile).toEqual({ titles: ['stool'], states: { published: 1, waiting: 0, hidden: 3 } });
  expect(allModels().map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid));
});

test('keeps the id of a hidden model that says none', async () => {
  const { server, token, library, allModels } = await openModels({
    'chair/1k/chair.obj': objText(4, 'chair'),
  });
  const [before] = allModels();
  const guids = [before?.guid ?? ''];
  await server.call('adminHideModels', { guids, isHidden: true }, { token });
  library.remove('chair/.lodestock.json');
  await server.scan();

  await server.call('adminHideModels', { guids, isHidden: false }, { token });

  expect(allModels().map(({ guid }) => guid)).toEqual(guids);
});

test('publishes hidden models with no others that wait', async () => {
  const { server, token, list } = await openModels({ 'lamp.obj': objText(4, 'lamp') }, 'review');
  await server.call('adminHideModels', { matching: {}, isHidden: true }, { token });

  const { body } = await server.call('adminPublishModels', {}, { token });

  expect(body.published).toBe(0);
  expect((await list()).states).toEqual({ published: 0, waiting: 0, hidden: 1 });
});

test('keeps the history of each model', async () => {
  const { server, token } = await openModels();
  await server.call('adminEditModels', { guids: ['table', 'stool'], edit: { category: 'Oak' } }, { token });
  await server.call('adminHideModels', { guids: ['stool'], isHidden: true }, { token });

  const historyOf = async (guid: string) =>
    (await server.call('adminActions', { guid }, { token })).body.actions.map(({ action }) => action);

  expect([await historyOf('table'), await historyOf('stool'), await historyOf('lamp')]).toEqual([
    ['library.edit'],
    ['library.hide', 'library.edit'],
    [],
  ]);
});

test('lets posters and levels be made again', async () => {
  const { server, token } = await openLibrary(files, 'auto', {
    LODESTOCK_POSTERS: 'auto',
    LODESTOCK_POSTERS_KEY: 'k'.repeat(43),
    LODESTOCK_LEVELS: 'auto',
  });
  const stateOf = (kind: string) =>
    server.db
      .prepare<[string], string>(
        "SELECT state FROM job JOIN model ON model.id = model_id WHERE guid = 'table' AND kind = ?",
      )
      .pluck()
      .get(kind);
  server.db.exec("UPDATE job SET state = 'failed'");

  await server.call('adminRedrawPosters', { guids: ['table'] }, { token });
  await server.call('adminRemakeLevels', { guids: ['table'] }, { token });

  expect(stateOf('poster')).toBe('waiting');
  expect(stateOf('level')).not.toBe('failed');
});

test('tells of the library and looks through it on request', async () => {
  const { server, token, library, titlesOf } = await openModels();
  const before = (await server.call('adminStatus', {}, { token })).body.library;
  library.write({ 'cup.obj': objText(7, 'cup') });

  await server.call('adminScanLibrary', {}, { token });

  await expect.poll(() => titlesOf({ search: 'cup' })).toHaveLength(1);
  expect(before).toMatchObject({ folder: library.folder, isReady: true, isScanning: false });
  expect(before.lastScanAt).toMatch(/^\d{4}-.*Z$/);
});

test('lets admins choose who may register', async () => {
  const { server, token } = await openModels();
  const person = { email: 'p@example.org', password: 'long enough', name: 'P' };
  await server.call('adminSetRegistration', { registration: 'closed' }, { token });

  const refused = await server.call('register', person);
  await server.call('adminSetRegistration', { registration: 'open' }, { token });
  const taken = await server.call('register', person);

  expect([refused.error.code, taken.status]).toEqual(['FORBIDDEN', 201]);
});

test('leaves registration to the settings where they say it', async () => {
  const { server, token } = await openLibrary({}, 'auto', { LODESTOCK_REGISTRATION: 'open' });

  const { error } = await server.call('adminSetRegistration', { registration: 'closed' }, { token });
  const { body } = await server.call('adminStatus', {}, { token });

  expect(error.message).toContain('LODESTOCK_REGISTRATION');
  expect(body).toMatchObject({ registration: 'open', isRegistrationFixed: true });
});
