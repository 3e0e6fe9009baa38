import { readFile, writeFile } from 'node:fs/promises';
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

  expect(directBodies).toEqual([{ guid, format: 'glb', lod: '1k', variant: null, relativePath: scenePath }]);
});

test('does not fetch again what is there', async () => {
  const { start, fileRequests } = await createCatalogue({ files });
  await start();
  const before = fileRequests().length;

  await start();

  expect(fileRequests().length).toBe(before);
});

test('replaces an existing file with another content', async () => {
  const { start, library } = await createCatalogue({ files });
  const { filePath } = await start();
  await writeFile(filePath, Buffer.alloc(scene.length, 'x'));

  await start();

  expect(await readFile(path.join(library, folderName, scenePath))).toEqual(scene);
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
