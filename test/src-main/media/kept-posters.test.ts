import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createKeptPosters } from '../../../src-main/media/kept-posters.ts';
import { createScratch } from '../scratch.ts';

const { signal } = new AbortController();

/** A library with the model `oak`, and a server that may go away. */
async function createSetup() {
  const folder = path.join(await createScratch(), 'posters');
  const asked: string[] = [];
  const library = new Set(['oak', 'elm']);
  let answer: () => Response = () => new Response('RIFF picture');
  const create = () =>
    createKeptPosters({
      ...{ folder, isInLibrary: (guid) => library.has(guid) },
      load: async (place) => {
        asked.push(place);
        return answer();
      },
    });
  const goAway = () => {
    answer = () => {
      throw new Error('no server');
    };
  };
  const refuse = () => {
    answer = () => new Response('Not found', { status: 404 });
  };
  return { folder, asked, library, create, goAway, refuse, listKept: () => readdir(folder).catch(() => []) };
}

test('shows the poster of a downloaded model without a server', async () => {
  const { create, goAway } = await createSetup();
  await create().fill(['oak']);
  goAway();

  const answers = await Promise.all(
    ['medium?v=2', 'small', 'large'].map((size) => create().fetch(`/posters/oak/${size}`, signal)),
  );

  for (const answer of answers) {
    expect(await answer.text()).toBe('RIFF picture');
    expect(answer.headers.get('content-type')).toBe('image/webp');
  }
});

test('keeps the poster that a server lacks by now', async () => {
  const { create, refuse } = await createSetup();
  await create().fetch('/posters/oak/medium', signal);
  refuse();

  expect((await create().fetch('/posters/oak/medium', signal)).status).toBe(200);
  expect((await create().fetch('/posters/elm/medium', signal)).status).toBe(404);
});

test('keeps nothing of models outside the library', async () => {
  const { create, goAway, listKept } = await createSetup();
  const posters = create();
  await posters.fetch('/posters/strange/medium', signal);
  await posters.fill(['strange', '../../etc/passwd']);
  goAway();

  expect(await listKept()).toEqual([]);
  await expect(posters.fetch('/posters/strange/medium', signal)).rejects.toThrow('no server');
});

test('asks for each poster once', async () => {
  const { create, asked } = await createSetup();
  await create().fill(['oak', 'elm']);

  await create().fill(['oak', 'elm']);

  expect(asked).toEqual(['/posters/oak/medium', '/posters/elm/medium']);
});

test('stops at a server that is away and goes on later', async () => {
  const { create, asked, goAway, listKept } = await createSetup();
  const posters = create();
  goAway();

  await posters.fill(['oak', 'elm']);
  await posters.fill(['oak']);

  expect(asked).toEqual(['/posters/oak/medium', '/posters/oak/medium']);
  expect(await listKept()).toEqual([]);
});

test('forgets the poster of a removed model', async () => {
  const { create, listKept } = await createSetup();
  const posters = create();
  await posters.fill(['oak', 'elm']);

  await posters.drop(['oak']);

  expect((await listKept()).length).toBe(1);
});
