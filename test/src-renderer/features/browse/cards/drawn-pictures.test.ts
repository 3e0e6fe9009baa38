import { expect, test } from 'vitest';
import { createDrawnPictures } from '../../../../../src-renderer/features/browse/cards/drawn-pictures.ts';
import { settle } from '../../../site/memory-site.ts';

const model = (guid: string) => ({ guid, version: 1 });

/** A painter whose pictures the test hands out. */
function createEasel(most?: number) {
  const asked: (PromiseWithResolvers<Blob> & { readonly guid: string | undefined })[] = [];
  const forgotten: string[] = [];
  let pictures = 0;
  const drawn = createDrawnPictures({
    loadPainter: async () => ({
      draw: ({ address }, signal) => {
        const drawing = Promise.withResolvers<Blob>();
        signal.addEventListener('abort', () => drawing.reject(signal.reason));
        asked.push({ ...drawing, guid: address.split('/').at(-2) });
        return drawing.promise;
      },
      release: () => undefined,
    }),
    toUrl: () => {
      pictures += 1;
      return `blob:${pictures}`;
    },
    forget: (url) => void forgotten.push(url),
    ...(most !== undefined && { most }),
  });
  const finish = async (index: number) => {
    asked[index]?.resolve(new Blob());
    await settle();
  };
  return { drawn, asked, forgotten, finish, urls: () => [...drawn.getState().urls] };
}

test('draws one picture at a time, what was wanted last first', async () => {
  const { drawn, asked, finish, urls } = createEasel();
  for (const guid of ['a', 'b', 'c']) drawn.want(model(guid));
  await settle();
  const first = asked.map(({ guid }) => guid);

  for (const index of [0, 1, 2]) await finish(index);
  drawn.want(model('a'));
  await settle();

  expect(first).toHaveLength(1);
  expect(asked.map(({ guid }) => guid)).toEqual(['a', 'c', 'b']);
  expect(urls()).toEqual([
    ['a', 'blob:1'],
    ['c', 'blob:2'],
    ['b', 'blob:3'],
  ]);
});

test('leaves what nobody waits for any longer, and what cannot be drawn', async () => {
  const { drawn, asked, finish, urls } = createEasel();
  const leave = drawn.want(model('a'));
  await settle();
  leave();
  await settle();
  drawn.want(model('broken'));
  await settle();
  asked[1]?.reject(new Error('damaged'));
  await settle();
  drawn.want(model('broken'));
  drawn.want(model('a'));
  await settle();
  await finish(2);

  expect(asked.map(({ guid }) => guid)).toEqual(['a', 'broken', 'a']);
  expect(urls().map(([guid]) => guid)).toEqual(['a']);
});

test('forgets the oldest pictures', async () => {
  const { drawn, finish, forgotten, urls } = createEasel(2);
  for (const [index, guid] of ['a', 'b', 'c'].entries()) {
    drawn.want(model(guid));
    await settle();
    await finish(index);
  }

  expect(urls().map(([guid]) => guid)).toEqual(['b', 'c']);
  expect(forgotten).toEqual(['blob:1']);
});

test('asks nothing more where nothing can be drawn', async () => {
  let loads = 0;
  const drawn = createDrawnPictures({
    loadPainter: () => {
      loads += 1;
      return Promise.reject(new Error('no WebGL'));
    },
    toUrl: () => '',
    forget: () => undefined,
  });
  drawn.want(model('a'));
  await settle();
  drawn.want(model('b'));
  await settle();

  expect(loads).toBe(1);
});

test('tells of pictures while they are wanted, and draws these larger', async () => {
  const sizes: number[] = [];
  const taken: string[] = [];
  let isWanted = true;
  const drawn = createDrawnPictures({
    loadPainter: async (pixels) => {
      sizes.push(pixels);
      return { draw: async () => new Blob(), release: () => undefined };
    },
    toUrl: () => 'blob:1',
    forget: () => undefined,
  });
  drawn.follow({
    isWanted: () => isWanted,
    take: ({ guid, version }) => void taken.push(`${guid} ${version}`),
  });

  drawn.want({ guid: 'a', version: 3 });
  await settle();
  isWanted = false;
  drawn.want({ guid: 'b', version: 1 });
  await settle();

  expect([sizes, taken]).toEqual([[1024], ['a 3']]);
  expect([...drawn.getState().urls.keys()]).toEqual(['a', 'b']);
});
