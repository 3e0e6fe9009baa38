import type { Place } from '../place.ts';

const pageSize = 7;
const orders = ['browse?', 'browse?sort=newest', 'browse?category=b', '?q=thing'];

/** What every site says of one page, and whether it is the same. */
async function askAll({ sites }: Place, path: string) {
  const told = await Promise.all(
    sites.map(async ({ url }) => {
      const answer = await fetch(url + path);
      // How long it took is each site's own.
      const text = (await answer.text()).replace(/"tookMs":[\d.]+/, '"tookMs":0');
      return { etag: answer.headers.get('etag'), text };
    }),
  );
  const [first] = told;
  const isSame = told.every(({ etag, text }) => etag === first?.etag && text === first.text);
  return { texts: told.map(({ text }) => text), isSame };
}

/** Pages through listings, each page from the next site, and compares what the sites say of the same page. */
export async function provePaging(place: Place, models: number) {
  const wrong: string[] = [];
  let pages = 0;
  for (const order of orders) {
    const seen: string[] = [];
    let total = Number.POSITIVE_INFINITY;
    for (let offset = 0; offset < total; offset += pageSize) {
      const path = `/api-embeddings/${order}&limit=${pageSize}&offset=${offset}`;
      const { texts, isSame } = await askAll(place, path);
      if (!isSame) wrong.push(`sites differ at ${path}`);
      const page = JSON.parse(texts[pages % texts.length] ?? '');
      total = page.total;
      seen.push(...page.results.map(({ guid }: { guid: string }) => guid));
      pages += 1;
    }
    const expected = order.includes('category') ? models / 2 : models;
    if (seen.length !== expected || new Set(seen).size !== expected)
      wrong.push(`${order}: ${seen.length} places, ${new Set(seen).size} models of ${expected}`);
  }
  return { pages, wrong };
}
