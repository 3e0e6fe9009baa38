import { expect, onTestFinished, test } from 'vitest';
import { openListing } from '../../../../server/base/bucket/listing.ts';
import type { ListedObject, ListPage } from '../../../../server/base/bucket/read-page.ts';
import { readConfig } from '../../../../server/config.ts';
import { makeFolder } from '../../../helpers/make-folder.ts';

const toObject = (key: string, etag = '"1"'): ListedObject => ({ key, size: 1, etag, modified: 1000 });
const toPage = (keys: readonly string[], next: string | null = null): ListPage => ({
  objects: keys.map((key) => toObject(key)),
  next,
});

/** A listing, and a client that gives these pages one after the other. */
function openTest() {
  const dataDir = makeFolder();
  const { bucket } = readConfig({
    ...{ LODESTOCK_DATA_DIR: dataDir, LODESTOCK_LIBRARY_URL: 's3://models' },
    ...{ LODESTOCK_S3_KEY_ID: 'id', LODESTOCK_S3_SECRET: 'secret' },
  });
  if (bucket === null) throw new Error('no bucket');
  const listing = openListing(bucket);
  onTestFinished(() => listing.close());
  const asked: string[] = [];
  const take = (pages: readonly (ListPage | Error)[], folders: readonly string[] = ['']) => {
    const left = [...pages];
    const list = async ({ prefix }: { prefix: string }) => {
      asked.push(prefix);
      const page = left.shift() ?? toPage([]);
      if (page instanceof Error) throw page;
      return page;
    };
    return listing.refresh({ list }, folders);
  };
  const names = (folder: string) =>
    listing
      .list(folder)
      .map((entry) => `${entry.name}${entry.isDirectory() ? '/' : ''}${entry.fault ? '!' : ''}`);
  return { bucket, listing, take, names, asked };
}

test('shows keys as folders and files', async () => {
  const { take, names, listing } = openTest();

  await take([toPage(['a', 'b/c-d.obj', 'b/c/d.obj', 'b/c/ü.obj', 'b/e.obj', 'f/', 'f/g.obj', 'z//x.obj'])]);

  expect(names('')).toEqual(['a', 'b/', 'f/', 'z/']);
  expect(names('b')).toEqual(['c-d.obj', 'c/', 'e.obj']);
  expect(names('f')).toEqual(['g.obj']);
  expect(names('z')).toEqual(['!']);
  expect(() => listing.list('b/nothing')).toThrow(expect.objectContaining({ code: 'ENOENT' }));
  expect(listing.look('b')?.isDirectory()).toBe(true);
  expect(listing.look('b/e.obj')?.isFile()).toBe(true);
  expect(listing.look('b/e')).toBeUndefined();
});

test('names an object that a folder hides', async () => {
  const { take, names, listing } = openTest();

  await take([toPage(['a', 'a-b', 'a/c.obj'])]);

  expect(names('')).toEqual(['a!', 'a-b', 'a/']);
  expect(listing.look('a')?.isDirectory()).toBe(true);
});

test('brings itself in line page by page', async () => {
  const { take, names } = openTest();
  await take([toPage(['a', 'b'], 'b'), toPage(['c', 'd', 'é'])]);

  await take([toPage(['b', 'bb'], 'bb'), toPage(['d'])]);

  expect(names('')).toEqual(['b', 'bb', 'd']);
});

test('lists one folder anew and no other', async () => {
  const { take, names, asked } = openTest();
  await take([toPage(['a/1', 'b/1', 'b/2', 'b0', 'c/1'])]);

  await take([toPage(['b/2', 'b/3'])], ['b']);

  expect(names('b')).toEqual(['2', '3']);
  expect(names('')).toEqual(['a/', 'b/', 'b0', 'c/']);
  expect(asked).toEqual(['', 'b/']);
});

test('changes nothing when a page fails', async () => {
  const { take, names, listing } = openTest();
  await take([toPage(['a', 'b'])]);

  await expect(take([toPage(['c'], 'c'), new Error('away')])).rejects.toThrow('away');

  expect(listing.find('a')).not.toBeNull();
  expect(() => names('')).toThrow(expect.objectContaining({ code: 'EIO', message: 'away' }));
  await take([toPage(['a'])]);
  expect(names('')).toEqual(['a']);
});

test('refuses a store that lists in no order', async () => {
  const { take } = openTest();

  await expect(take([toPage(['b', 'a'])])).rejects.toThrow('no order');
});

test('tells another object by its ETag', async () => {
  const { take, listing } = openTest();
  await take([{ objects: [toObject('f/a', '"1"')], next: null }]);
  const before = [listing.find('f/a')?.stamp, listing.look('f')?.mark];

  await take([{ objects: [{ ...toObject('f/a', '"1"'), modified: 9000 }], next: null }]);
  const same = [listing.find('f/a')?.stamp, listing.look('f')?.mark];
  await take([{ objects: [toObject('f/a', '"2"')], next: null }]);
  const after = [listing.find('f/a')?.stamp, listing.look('f')?.mark];

  expect(same).toEqual(before);
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).not.toBe(before[1]);
});

test('forgets the objects of another bucket', async () => {
  const { bucket, take, listing } = openTest();
  await take([toPage(['a'])]);

  const other = openListing({ ...bucket, bucket: 'others' });
  onTestFinished(other.close);

  expect(other.find('a')).toBeNull();
  expect(listing.find('a')).toBeNull();
});
