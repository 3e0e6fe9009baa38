import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../list-files.ts';
import { createScratch } from '../scratch.ts';
import { createCatalogue, guid, scenePath, serveWell } from './catalogue.ts';

const scene = Buffer.from('the scene '.repeat(500));
const texture = Buffer.from('the texture '.repeat(300));
const texturePath = 'knight_1k/textures/colour.png';
const files = { [scenePath]: scene, [texturePath]: texture };
const folderName = `Brave Knight_${guid}`;

test('puts scene, textures and receipt into the model folder', async () => {
  const { library, start, libraryChanges } = await createCatalogue({ files });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(scene);
  expect(await readFile(path.join(library, folderName, texturePath))).toEqual(texture);
  const receipt = JSON.parse(await readFile(path.join(library, folderName, 'model.json'), 'utf8'));
  expect(receipt).toMatchObject({ guid, version: 3, license: 'CC0-1.0', title: 'Brave Knight' });
  expect(
    receipt.files.map(({ relativePath, role }: { relativePath: string; role: string }) => [
      relativePath,
      role,
    ]),
  ).toEqual([
    [scenePath, 'scene'],
    [texturePath, 'texture'],
  ]);
  expect(libraryChanges()).toBe(1);
});

test('calls a Basis texture a texture in the receipt', async () => {
  const basisPath = 'knight_1k/textures/colour.basis';
  const { library, start } = await createCatalogue({ files: { [scenePath]: scene, [basisPath]: texture } });

  await start();

  const receipt = JSON.parse(await readFile(path.join(library, folderName, 'model.json'), 'utf8'));
  expect(receipt.files).toContainEqual(
    expect.objectContaining({ relativePath: basisPath, format: 'basis', role: 'texture' }),
  );
});

test('asks for exactly the file that was chosen', async () => {
  const { start, directBodies } = await createCatalogue({ files });

  await start();

  expect(directBodies).toEqual([
    { maxPriceUsd: 1, guid, format: 'glb', lod: '1k', variant: null, relativePath: scenePath },
  ]);
});

test('does not fetch again what is there', async () => {
  const { start, fileRequests } = await createCatalogue({ files });
  await start();
  const before = fileRequests().length;

  await start();

  expect(fileRequests().length).toBe(before);
});

/** A downloaded model whose scene the artist has changed. */
async function editScene(edit: Buffer) {
  const catalogue = await createCatalogue({ files });
  const { filePath } = await catalogue.start();
  await writeFile(filePath, edit);
  return { ...catalogue, filePath };
}
const edits = [
  ['of the same size', Buffer.alloc(scene.length, 'x')],
  ['of another size', Buffer.from('mine')],
] as const;

test.each(edits)('asks before it touches an edit %s', async (_name, edit) => {
  const { start, filePath } = await editScene(edit);

  await expect(start()).rejects.toMatchObject({
    code: 'FILE_EDITED',
    message: expect.stringContaining(filePath),
  });

  expect(await readFile(filePath)).toEqual(edit);
});

test.each(edits)('keeps an edit %s', async (_name, edit) => {
  const { start, filePath, fileRequests } = await editScene(edit);
  const before = fileRequests().length;

  await start({ edited: 'keep' });

  expect(await readFile(filePath)).toEqual(edit);
  expect(fileRequests().length).toBe(before);
});

test.each(edits)('sets an edit %s aside', async (_name, edit) => {
  const { start, filePath } = await editScene(edit);

  await start({ edited: 'aside' });

  expect(await readFile(filePath)).toEqual(scene);
  const names = await readdir(path.dirname(filePath));
  const aside = names.find((name) => name.startsWith('knight (edited '));
  expect(await readFile(path.join(path.dirname(filePath), aside ?? ''))).toEqual(edit);
});

test('keeps two edits apart that are set aside at once', async () => {
  const { start, filePath } = await editScene(Buffer.from('first'));
  await start({ edited: 'aside' });
  await writeFile(filePath, 'second');

  await start({ edited: 'aside' });

  const names = (await readdir(path.dirname(filePath))).filter((name) => name.includes('(edited '));
  const texts = await Promise.all(
    names.map((name) => readFile(path.join(path.dirname(filePath), name), 'utf8')),
  );
  expect(texts.toSorted()).toEqual(['first', 'second']);
});

test('never replaces an edited texture for another format', async () => {
  const { start, library, request } = await createCatalogue({ files });
  await start();
  const texturePlace = path.join(library, folderName, texturePath);
  await writeFile(texturePlace, 'painted over');

  await expect(start({ ...request })).rejects.toMatchObject({ code: 'FILE_EDITED' });

  expect(await readFile(texturePlace, 'utf8')).toBe('painted over');
});

test('replaces an earlier version without asking', async () => {
  const library = await createScratch();
  const first = await createCatalogue({ files, library });
  await first.start();
  const newScene = Buffer.from('a new version of the scene '.repeat(400));

  const { filePath } = await (
    await createCatalogue({ files: { ...files, [scenePath]: newScene }, library })
  ).start();

  expect(await readFile(filePath)).toEqual(newScene);
});

test('a file without a receipt is not replaced', async () => {
  const { start, filePath, library } = await editScene(Buffer.from('unknown'));
  await rm(path.join(library, folderName, 'model.json'));

  await expect(start()).rejects.toMatchObject({ code: 'FILE_EDITED' });

  expect(await readFile(filePath, 'utf8')).toBe('unknown');
});

test('keeps the folder when the title changes', async () => {
  let title = 'Brave Knight';
  const catalogue = await createCatalogue({ files, title: () => title });
  await catalogue.start();
  title = 'Braver Knight';

  await catalogue.start();

  const names = (await listFiles(catalogue.library)).filter((name) => !name.includes('/'));
  expect(names).toEqual([folderName]);
});

test('fetches no more files at once than allowed', async () => {
  let current = 0;
  let most = 0;
  const { promise: isFull, resolve: noteFull } = Promise.withResolvers<void>();
  const many = Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `knight_1k/textures/${index}.png`,
      Buffer.from(`texture ${index}`),
    ]),
  );
  const { start } = await createCatalogue({
    files: { [scenePath]: scene, ...many },
    answer: async (request, response, content) => {
      current += 1;
      most = Math.max(most, current);
      if (current === 3) noteFull();
      await isFull;
      await new Promise((resolve) => setTimeout(resolve, 10)); // one too many would come meanwhile
      current -= 1;
      serveWell(request, response, content);
    },
  });

  await start();

  expect(most).toBe(3);
});

test('no file appears before all are there', async () => {
  const seen: string[][] = [];
  const library = await createScratch();
  const { start } = await createCatalogue({
    files,
    library,
    answer: async (request, response, content) => {
      seen.push((await listFiles(library)).filter((name) => /\.(?:glb|png)$/.test(name)));
      serveWell(request, response, content);
    },
  });

  await start();

  expect(seen).toEqual([[], []]);
});

test('never sends the token to the file host', async () => {
  const { start, fileRequests, server } = await createCatalogue({ files });

  await start();

  expect(fileRequests().filter(({ headers }) => headers.authorization)).toEqual([]);
  const direct = server.requests.find(({ url }) => url.endsWith('/direct'));
  expect(direct?.headers.authorization).toBe('Bearer lsp_secret');
});

test('charges nothing while the library is away', async () => {
  const { start, library, directBodies } = await createCatalogue({ files });
  await start();
  await rename(library, `${library}-unplugged`);
  const before = directBodies.length;

  await expect(start()).rejects.toMatchObject({ code: 'UNAVAILABLE' });

  expect(directBodies.length).toBe(before);
  expect((await readdir(path.dirname(library))).includes(path.basename(library))).toBe(false);
  await rename(`${library}-unplugged`, library);
});

test('downloads a file whose name fills what a disk allows', async () => {
  const longPath = `knight_1k/${'椅'.repeat(82)}.png`;
  const { start, library } = await createCatalogue({ files: { ...files, [longPath]: texture } });

  await start();

  expect(await readFile(path.join(library, folderName, longPath))).toEqual(texture);
});
