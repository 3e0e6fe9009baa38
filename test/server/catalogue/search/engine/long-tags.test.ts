import { afterEach, expect, test } from 'vitest';
import { type Catalogue, createCatalogue, toQuery } from './catalogue-fixture.ts';

const catalogues = [createCatalogue(), createCatalogue()] as const;
afterEach(() => Promise.all(catalogues.map((one) => one.close())));

test('counts a word less in long lists of tags', async () => {
  const short = ['oak', 'small', 'brown'];
  const long = [...short, ...Array.from({ length: 60 }, (_, index) => `word${index}`)];
  const score = async (one: Catalogue, tags: readonly string[]) => {
    one.put([
      { title: 'Chair', tags },
      ...Array.from({ length: 9 }, () => ({ title: 'Table', tags: tags.slice(1) })),
    ]);
    const engine = one.open();
    await engine.ready;
    return (await engine.search(toQuery('oak'))).hits[0]?.score ?? 0;
  };

  const [inShort, inLong] = [await score(catalogues[0], short), await score(catalogues[1], long)];

  expect(inLong).toBeLessThan(inShort * 0.8);
});
