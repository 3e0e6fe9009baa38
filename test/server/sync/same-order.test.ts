import { expect, test } from 'vitest';
import { fakeProduct, startFakeHost } from '../../helpers/fake-host.ts';
import { startTestSite, until } from '../../helpers/test-site.ts';

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`;
const guids = Array.from({ length: 12 }, (_, index) => `model-${index}`);

/** Two hosts, and two sites with data their own folders that meet them in another order. */
async function startSites() {
  const [north, south] = [await startFakeHost(), await startFakeHost()];
  for (const [index, guid] of guids.entries()) {
    const product = {
      ...fakeProduct(guid, 1),
      title: `Thing ${index % 3}`,
      addedAt: day((index * 5) % 12 || 12),
    };
    (index % 2 === 0 ? north : south).put(product);
  }
  const environment = { LODESTOCK_BASE_URL: 'http://models.example.org' };
  const first = await startTestSite([north, south], { environment });
  const second = await startTestSite([south, north], { environment });
  for (const site of [first, second])
    await until(async () => {
      const found = await site.call('search', { q: 'thing' });
      return found.status === 200 && found.body.total === guids.length; // 503 while the index is built
    });
  return { north, first, second };
}
type Site = Awaited<ReturnType<typeof startSites>>['first'];

/** What a site answers, but for the time that it took; and the tag of that. */
async function list(site: Site, query = '') {
  const answer = await fetch(`${site.baseUrl}/api-embeddings/browse?${query}`);
  const text = (await answer.text()).replace(/"tookMs":[\d.]+/, '"tookMs":0');
  return { text, tag: answer.headers.get('etag') };
}

test('answers the same on sites that met hosts in another order', async () => {
  const { first, second } = await startSites();
  const queries = ['', 'sort=newest', 'sort=title', 'sort=triangles', 'limit=5&offset=5'];

  const answers = await Promise.all(
    [first, second].map((site) => Promise.all(queries.map((query) => list(site, query)))),
  );

  expect(answers[0]).toEqual(answers[1]);
});

test('loses and repeats no model over pages of different sites', async () => {
  const { first, second } = await startSites();
  const seen: string[] = [];

  for (let offset = 0; offset < guids.length; offset += 3) {
    const { body } = await (offset % 2 === 0 ? first : second).call('browse', { limit: 3, offset });
    seen.push(...body.results.map(({ guid }) => guid));
  }

  expect(seen.toSorted()).toEqual(guids.toSorted());
});

test('sorts the newest as their hosts got them', async () => {
  const { north, first } = await startSites();
  const newest = async () =>
    (await first.call('browse', { sort: 'newest', limit: 3 })).body.results.map(({ guid }) => guid);
  const before = await newest();

  north.put({ ...fakeProduct('model-0', 2), addedAt: day(31) });
  await until(async () => (await newest())[0] === 'model-0');
  north.put({ ...fakeProduct('model-2', 2), addedAt: '2999-01-01T00:00:00.000Z' });
  await until(() => first.models()['model-2'] === 2);

  expect(before).toEqual(['model-0', 'model-7', 'model-2']);
  expect(await newest()).toEqual(['model-0', 'model-7', 'model-2']);
});

test('changes the tag on both sites to the same one', async () => {
  const { north, first, second } = await startSites();
  const before = await list(first);

  north.put({ ...fakeProduct('model-0', 2), title: 'Another name' });
  for (const site of [first, second])
    await until(async () => {
      const { text, tag } = await list(site);
      return text.includes('Another name') && tag !== null;
    });
  const after = [await list(first), await list(second)];

  expect(after[0]).toEqual(after[1]);
  expect(after[0]?.tag).not.toBe(before.tag);
});
