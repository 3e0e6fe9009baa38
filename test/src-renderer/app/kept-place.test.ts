import { expect, test } from 'vitest';
import { createKeptPlace } from '../../../src-renderer/app/kept-place.ts';
import { createBrowseStore } from '../../../src-renderer/features/browse/store/browse-store.ts';
import { emptySelection } from '../../../src-renderer/features/browse/store/selection.ts';
import { makeCatalogue } from '../site/catalogue.ts';
import { createMemorySite } from '../site/memory-site.ts';

function openStorage(kept: string | null = null) {
  let text = kept;
  return {
    getItem: () => text,
    setItem: (_name: string, value: string) => {
      text = value;
    },
  };
}

test('keeps the place in a result for that result alone', () => {
  const storage = openStorage();
  const browse = createBrowseStore(createMemorySite(makeCatalogue(10)).api);
  const kept = createKeptPlace(() => storage);
  kept.follow(browse);
  browse.getState().select({ ...emptySelection, q: 'oak' });

  browse.getState().rememberPlace(900, 7);

  expect(createKeptPlace(() => storage).read('q=oak')).toMatchObject({ scrollTop: 900, activeIndex: 7 });
  expect(createKeptPlace(() => storage).read('')).toBeNull();
});

test.each([null, 'no json', '[]', '{"search":"","scrollTop":"far","activeIndex":1}'])(
  'begins at the top where %j is kept',
  (text) => {
    expect(createKeptPlace(() => openStorage(text)).read('')).toBeNull();
  },
);

test('goes on where storage is forbidden', () => {
  const browse = createBrowseStore(createMemorySite(makeCatalogue(10)).api);
  const kept = createKeptPlace(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  kept.follow(browse);

  browse.getState().rememberPlace(900, 7);

  expect(kept.read('')).toBeNull();
  expect(browse.getState().scrollTop).toBe(900);
});
