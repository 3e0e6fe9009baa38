import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Catalogue, createCatalogue, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

let catalogue: Catalogue;
beforeEach(() => {
  catalogue = createCatalogue();
});
afterEach(() => catalogue.close());

/** The titles that a text finds in a catalogue of these models. */
async function findTitles(samples: readonly Sample[], words: string | null) {
  catalogue.put(samples);
  const engine = catalogue.open();
  await engine.ready;
  const page = await engine.search(toQuery(words));
  return page.hits.map(({ modelId }) => catalogue.titleOf(modelId));
}

const screws: readonly Sample[] = [
  { title: 'Hex screw DIN-933', category: 'Fasteners' },
  { title: 'Socket screw DIN-912', category: 'Fasteners' },
  { title: 'Plate', description: 'Fits 912 kinds of DIN rails' },
];

test('puts an exact part number first', async () => {
  expect(await findTitles(screws, 'din-912')).toEqual(['Socket screw DIN-912', 'Plate']);
});

test('finds a part number without its hyphen', async () => {
  expect(await findTitles(screws, 'din912')).toEqual(['Socket screw DIN-912']);
});

test('finds joined words by their parts', async () => {
  expect(await findTitles([{ title: 'Stereo headset' }, { title: 'Chess set' }], 'head set')).toEqual([
    'Stereo headset',
  ]);
});

test('finds split words by the joined one', async () => {
  expect(await findTitles([{ title: 'Stereo head set' }, { title: 'Chess set' }], 'headset')).toEqual([
    'Stereo head set',
  ]);
});

test.each(['2pin', '2 pin'])('finds both spellings of a number with its unit by %s', async (words) => {
  const found = await findTitles(
    [{ title: 'Connector 2pin' }, { title: 'Connector 2 pin' }, { title: 'Connector 3pin' }],
    words,
  );

  expect(found.sort()).toEqual(['Connector 2 pin', 'Connector 2pin']);
});

test('forgives slips in a long word', async () => {
  expect(await findTitles([{ title: 'Elephant' }, { title: 'Telephone' }], 'elehpant')).toEqual(['Elephant']);
});

test('never takes another digit for a slip', async () => {
  expect(await findTitles([{ title: 'Bearing 608' }], '609')).toEqual([]);
});

test('finds plurals by their singular and back', async () => {
  expect(await findTitles([{ title: 'Boxes' }, { title: 'Box' }, { title: 'Boxer' }], 'boxes')).toEqual(
    expect.arrayContaining(['Boxes', 'Box']),
  );
});

test('completes the last word while it is typed', async () => {
  expect(await findTitles([{ title: 'Wooden chair' }, { title: 'Wooden table' }], 'wooden cha')).toEqual([
    'Wooden chair',
  ]);
});

test('puts a quoted title before longer ones', async () => {
  const found = await findTitles(
    [
      { title: 'Old oak table with chair', tags: ['oak', 'table'], description: 'oak table oak table' },
      { title: 'Oak table' },
      { title: 'Table of oak' },
    ],
    '"Oak table"',
  );

  expect(found[0]).toBe('Oak table');
});

test('puts what a title begins with before what belongs to it', async () => {
  const samples = ['Cover of cloth for chair', 'Oak chair from three boards', 'Chair of oak and old cloth'];

  expect(
    await findTitles(
      samples.map((title) => ({ title })),
      'chair',
    ),
  ).toEqual(samples.toReversed());
  expect(
    await findTitles(
      samples.map((title) => ({ title })),
      'chairs',
    ),
  ).toEqual(samples.toReversed());
});

test('finds what the shipped synonyms name', async () => {
  expect(await findTitles([{ title: 'Red couch' }, { title: 'Red rug' }], 'sofa')).toEqual(['Red couch']);
});

test('matches any word where none has all', async () => {
  const found = await findTitles([{ title: 'Iron gate' }, { title: 'Copper pot' }], 'iron copper');

  expect(found.sort()).toEqual(['Copper pot', 'Iron gate']);
});

test('offers near misses apart when nothing matches', async () => {
  catalogue.put([{ title: 'Dragonfly' }]);
  const engine = catalogue.open();
  await engine.ready;

  const page = await engine.search(toQuery('draqqqfly'));

  expect(page).toMatchObject({ hits: [], total: 0, suggestions: ['dragonfly'] });
});

test('uses popularity only between equals', async () => {
  catalogue.put([
    { title: 'Red car' },
    { title: 'Red car' },
    { title: 'Garage', description: 'for a red car' },
  ]);
  catalogue.db.prepare("UPDATE model SET popularity = 5 WHERE guid = 'm1'").run();
  catalogue.db.prepare("UPDATE model SET popularity = 900 WHERE guid = 'm2'").run();
  const engine = catalogue.open();
  await engine.ready;

  const { hits } = await engine.search(toQuery('red car'));

  expect(hits.map(({ modelId }) => modelId)).toEqual(['m1', 'm0', 'm2'].map(catalogue.idOf));
});

test('finds a changed model after its transaction', async () => {
  catalogue.put([{ title: 'Old lamp' }]);
  const engine = catalogue.open();
  await engine.ready;
  const before = engine.revision();

  catalogue.writer.put(toModelData('m0', { title: 'New lantern' }));
  await engine.apply();

  expect((await engine.search(toQuery('lantern'))).total).toBe(1);
  expect((await engine.search(toQuery('old'))).total).toBe(0);
  expect(engine.revision()).not.toBe(before);
});

test('forgets a removed model at once', async () => {
  catalogue.put([{ title: 'Lamp' }, { title: 'Lamp' }]);
  const engine = catalogue.open();
  await engine.ready;

  catalogue.writer.remove('m0');
  await engine.apply();

  expect((await engine.search(toQuery('lamp'))).hits.map(({ modelId }) => modelId)).toEqual([
    catalogue.idOf('m1'),
  ]);
  expect((await engine.facets(toQuery(null))).total).toBe(1);
});

test('lists models that share the telling words', async () => {
  catalogue.put([
    { title: 'Roman marble column', tags: ['roman'] },
    { title: 'Roman marble bust', tags: ['roman'] },
    { title: 'Plastic chair' },
  ]);
  const engine = catalogue.open();
  await engine.ready;

  const { hits } = await engine.similar(catalogue.idOf('m0'), 5);

  expect(hits.map(({ modelId }) => modelId)).toEqual([catalogue.idOf('m1')]);
});

test('answers the same on threads as without', async () => {
  catalogue.put(
    Array.from({ length: 50 }, (_, index) => ({
      title: `Wooden chair ${index % 7}`,
      tags: [`t${index % 3}`],
    })),
  );
  const [near, threaded] = [catalogue.open(), catalogue.open({ inThreadModels: 0 })];
  await Promise.all([near.ready, threaded.ready]);
  const query = toQuery('wooden chair 3', { filters: { tags: ['t1'] } });

  expect(await threaded.search(query)).toEqual(await near.search(query));
  expect(await threaded.facets(query)).toEqual(await near.facets(query));
});

test.each(['relevance', 'popular', 'newest', 'title', 'triangles'] as const)(
  'pages through all models by %s without gap or repeat',
  async (sort) => {
    catalogue.put(
      Array.from({ length: 450 }, (_, index) => ({ title: `Brick ${index % 40}`, triangles: index % 9 })),
    );
    const engine = catalogue.open();
    await engine.ready;
    const ids: number[] = [];

    for (let offset = 0; offset < 480; offset += 60) {
      const { hits } = await engine.search(toQuery('brick', { sort, offset, limit: 60 }));
      ids.push(...hits.map(({ modelId }) => modelId));
    }

    const whole = await engine.search(toQuery('brick', { sort, limit: 450 }));
    expect(ids).toEqual(whole.hits.map(({ modelId }) => modelId));
    expect(new Set(ids).size).toBe(450);
  },
);
