import { expect, test } from 'vitest';
import { readProduct } from '../../../server/sync/read-product.ts';
import { fakeProduct } from '../../helpers/fake-host.ts';

const read = (more: object) =>
  readProduct({ product: { ...fakeProduct('oak', 1), ...more } }, { guid: 'oak', defaultPriceCents: 300 });
const taken = (more: object) => {
  const found = read(more);
  if (found.fault !== undefined) throw new Error(found.fault);
  return found.model;
};

test('takes what hosts before this version published', () => {
  const model = taken({ title: 't'.repeat(600), license: 'l'.repeat(300), category: 'c'.repeat(300) });

  expect(model).toMatchObject({
    title: 't'.repeat(500),
    license: 'l'.repeat(300),
    category: 'c'.repeat(200),
  });
});

test('takes defaults for what a host does not say', () => {
  const model = taken({ title: null, category: undefined, license: null, priceUsd: null, tags: null });

  expect(model).toMatchObject({
    title: 'oak',
    category: 'Uncategorised',
    license: 'Unspecified',
    priceCents: 300,
    tags: [],
  });
});

test('takes the size and the unit that a host measured, and no nonsense', () => {
  const { files } = fakeProduct('oak', 1);
  const withUnits = (more: object) =>
    Array.isArray(files) ? files.map((file: object) => ({ ...file, ...more })) : [];
  const size = { x: 1, y: 2, z: 0.5 };
  const read = taken({ sizeMetres: size, files: withUnits({ upAxis: 'Z', unitMetres: 0.01 }) });
  const odd = taken({ sizeMetres: { x: -1 }, files: withUnits({ upAxis: 'up', unitMetres: 0 }) });

  expect(read).toMatchObject({ sizeMetres: size, files: [{ upAxis: 'Z', unitMetres: 0.01 }] });
  expect(odd.sizeMetres).toBeNull();
  expect([odd.files[0]?.upAxis, odd.files[0]?.unitMetres]).toEqual([undefined, undefined]);
});

test('takes what files require, and no nonsense', () => {
  const { files } = fakeProduct('oak', 1);
  const withRequires = (requires: unknown) =>
    Array.isArray(files) ? files.map((file: object) => ({ ...file, requires })) : [];
  const requiresOf = (requires: unknown) => taken({ files: withRequires(requires) }).files[0]?.requires;

  expect(requiresOf(['KHR_texture_basisu'])).toEqual(['KHR_texture_basisu']);
  expect([requiresOf([]), requiresOf(null), requiresOf('all'), requiresOf(['a b'])]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test('takes what pictures of a file are, and no nonsense', () => {
  const { files } = fakeProduct('oak', 1);
  const texturesOf = (textures: unknown) => {
    const told = Array.isArray(files) ? files.map((file: object) => ({ ...file, textures })) : [];
    return taken({ files: told }).files[0]?.textures;
  };
  const normal = { relativePath: '1k/textures/n.png', map: 'normal', material: 'Oak' };

  expect(texturesOf([{ ...normal, colorSpace: 'linear' }])).toEqual([normal]);
  expect([texturesOf([]), texturesOf(null), texturesOf([{ ...normal, map: 'shine' }])]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test.each<[string, object, RegExp]>([
  ['a price in quotes', { priceUsd: '700' }, /product\.priceUsd must be a number: write 700 without quotes/],
  ['a price below one cent', { priceUsd: 1e-9 }, /product\.priceUsd/],
  ['a licence without end', { license: 'l'.repeat(6000) }, /product\.license has 6000 characters/],
  ['a title that is a number', { title: 12 }, /product\.title/],
  ['a time that never was', { sourceUpdatedAt: '2026-05-01T00:00:00+25:00' }, /product\.sourceUpdatedAt/],
])('refuses a product that has %s', (_name, more, reason) => {
  expect(read(more).fault).toMatch(reason);
});

test('changes the tag of the one poster that a host shows', () => {
  const tagOf = (tag: string) =>
    taken({ previewSmallUrl: `http://host/posters/oak/small?v=${tag}` }).posters[0]?.sha256;

  expect([tagOf('01234567'), tagOf('0123456789abcdef01234567'), tagOf('no tag')]).toEqual([
    ...['01234567', '01234567', ''],
  ]);
});
