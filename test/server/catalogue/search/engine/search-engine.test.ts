import { expect, test } from 'vitest';
import { openOnce, type Sample, toModelData, toQuery } from './catalogue-fixture.ts';

const { catalogue, engine, fill } = await openOnce();

/** The titles that a text finds in a catalogue of these models. */
async function findTitles(samples: readonly Sample[], words: string | null) {
  await fill(samples);
  const page = await engine.search(toQuery(words));
  return page.hits.map(({ modelId }) => catalogue.titleOf(modelId));
}

const screws: readonly Sample[] = [
  { title: 'Hex screw DIN-933', category: 'Fasteners' },
  { title: 'Socket screw DIN-912', category: 'Fasteners' },
  { title: 'Plate', description: 'Fits 912 kinds of DIN rails' },
];

const boards = ['Cover of cloth for chair', 'Oak chair from three boards', 'Chair of oak and old cloth'];
/** What a text finds among these titles, in this order. */
const cases: readonly (readonly [
  what: string,
  titles: readonly (string | Sample)[],
  words: string,
  found: readonly string[],
])[] = [
  ['an exact part number first', screws, 'din-912', ['Socket screw DIN-912', 'Plate']],
  ['a part number without its hyphen', screws, 'din912', ['Socket screw DIN-912']],
  ['joined words by their parts', ['Stereo headset', 'Chess set'], 'head set', ['Stereo headset']],
  ['split words by the joined one', ['Stereo head set', 'Chess set'], 'headset', ['Stereo head set']],
  ['a long word with slips', ['Elephant', 'Telephone'], 'elehpant', ['Elephant']],
  ['no other digit', ['Bearing 608'], '609', []],
  ['the last word while it is typed', ['Wooden chair', 'Wooden table'], 'wooden cha', ['Wooden chair']],
  ['a title that begins with the word first', boards, 'chair', boards.toReversed()],
  ['a title that begins with its singular first', boards, 'chairs', boards.toReversed()],
  ['what the shipped synonyms name', ['Red couch', 'Red rug'], 'sofa', ['Red couch']],
];

test.each(cases)('finds %s', async (_, titles, words, found) => {
  const samples = titles.map((one) => (typeof one === 'string' ? { title: one } : one));

  expect(await findTitles(samples, words)).toEqual(found);
});

test.each([
  ['2pin', ['Connector 2pin', 'Connector 2 pin'], 'Connector 3pin'],
  ['2 pin', ['Connector 2pin', 'Connector 2 pin'], 'Connector 3pin'],
  ['boxes', ['Boxes', 'Box'], 'Boxer'],
  ['iron copper', ['Iron gate', 'Copper pot'], 'Boxer'],
])('finds by %s whatever is spelled so', async (words, wanted, other) => {
  const found = await findTitles(
    [...wanted, other].map((title) => ({ title })),
    words,
  );

  expect(found.filter((title) => title !== other).sort()).toEqual(wanted.toSorted());
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

test('offers near misses apart when nothing matches', async () => {
  await fill([{ title: 'Dragonfly' }]);

  const page = await engine.search(toQuery('draqqqfly'));

  expect(page).toMatchObject({ hits: [], total: 0, suggestions: ['dragonfly'] });
});

test('uses popularity only between equals', async () => {
  await fill([{ title: 'Red car' }, { title: 'Red car' }, { title: 'Garage', description: 'for a red car' }]);
  catalogue.db.prepare("UPDATE model SET popularity = 5 WHERE guid = 'm1'").run();
  catalogue.db.prepare("UPDATE model SET popularity = 900 WHERE guid = 'm2'").run();
  await engine.apply();

  const { hits } = await engine.search(toQuery('red car'));

  expect(hits.map(({ modelId }) => modelId)).toEqual(['m1', 'm0', 'm2'].map(catalogue.idOf));
});

test('finds a changed model after its transaction', async () => {
  await fill([{ title: 'Old lamp' }]);
  const before = engine.revision();

  catalogue.writer.put(toModelData('m0', { title: 'New lantern' }));
  await engine.apply();

  expect((await engine.search(toQuery('lantern'))).total).toBe(1);
  expect((await engine.search(toQuery('old'))).total).toBe(0);
  expect(engine.revision()).not.toBe(before);
});

test('lists models that share the telling words', async () => {
  await fill([
    { title: 'Roman marble column', tags: ['roman'] },
    { title: 'Roman marble bust', tags: ['roman'] },
    { title: 'Plastic chair' },
  ]);

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
