import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLibrary } from '../../library/read-library.ts';
import { createScratch } from '../../scratch.ts';
import { createCatalogue, type FileAnswer, guid, scenePath, serveWell } from '../catalogue.ts';

const texturePath = 'knight_1k/Wood.png';
const first = { [scenePath]: Buffer.from('scene 1'), [texturePath]: Buffer.from('wood 1') };
const second = { [scenePath]: Buffer.from('scene 2'), [texturePath]: Buffer.from('wood 2') };
const place = (library: string, name: string) => path.join(library, `Brave Knight_${guid}`, name);

/** An update during which something happens in the library. */
async function createUpdate(happen: (library: string) => Promise<void>) {
  const library = await createScratch();
  await (await createCatalogue({ library, files: first, version: 1 })).start();
  let hasHappened = false;
  const answer: FileAnswer = async (...call) => {
    if (!hasHappened) await happen(library);
    hasHappened = true;
    serveWell(...call);
  };
  return createCatalogue({ library, files: second, version: 2, answer });
}

test('never replaces what was saved while an update came', async () => {
  const { start, library } = await createUpdate((folder) => writeFile(place(folder, texturePath), 'painted'));

  await expect(start()).rejects.toMatchObject({ code: 'FILE_EDITED' });

  expect(await readFile(place(library, texturePath), 'utf8')).toBe('painted');
  expect(await readFile(place(library, scenePath))).toEqual(first[scenePath]);
});

test('sets aside what was saved while an update came', async () => {
  const { start, library } = await createUpdate((folder) => writeFile(place(folder, texturePath), 'painted'));

  await start({ edited: 'aside' });

  expect(await readFile(place(library, texturePath))).toEqual(second[texturePath]);
  const names = await readdir(place(library, 'knight_1k'));
  const aside = names.find((name) => name.startsWith('Wood (edited ')) ?? '';
  expect(await readFile(place(library, `knight_1k/${aside}`), 'utf8')).toBe('painted');
});

test('fetches what was deleted while an update came', async () => {
  const library = await createScratch();
  await (await createCatalogue({ library, files: first, version: 1 })).start();
  const files = { ...second, [texturePath]: Buffer.from('wood 1') };
  const { start } = await createCatalogue({
    ...{ library, files, version: 2 },
    answer: async (request, response, content) => {
      if (request.url?.endsWith('.glb')) await rm(place(library, texturePath), { force: true });
      serveWell(request, response, content);
    },
  });

  await start();

  expect(await readFile(place(library, texturePath), 'utf8')).toBe('wood 1');
});

test('replaces a file whose name is spelled otherwise now', async () => {
  const library = await createScratch();
  await (await createCatalogue({ library, files: first, version: 1 })).start();
  const renamed = 'knight_1k/wood.png';
  const files = { [scenePath]: Buffer.from('scene 2'), [renamed]: Buffer.from('wood 2') };

  await (await createCatalogue({ library, files, version: 2 })).start();

  expect((await readdir(place(library, 'knight_1k'))).toSorted()).toEqual(['knight.glb', 'wood.png']);
  const { models } = await readLibrary(library);
  expect(models[0]?.files.map(({ relativePath }) => relativePath)).toEqual([scenePath, renamed]);
});

test('keeps an edited file whose name is spelled otherwise now', async () => {
  const library = await createScratch();
  await (await createCatalogue({ library, files: first, version: 1 })).start();
  await writeFile(place(library, texturePath), 'painted');
  const files = { [scenePath]: Buffer.from('scene 2'), 'knight_1k/wood.png': Buffer.from('wood 2') };

  await (await createCatalogue({ library, files, version: 2 })).start({ edited: 'aside' });

  const names = await readdir(place(library, 'knight_1k'));
  const texts = await Promise.all(names.map((name) => readFile(place(library, `knight_1k/${name}`), 'utf8')));
  expect(texts).toContain('painted');
});
