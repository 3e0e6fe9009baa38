import { mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../list-files.ts';
import { createScratch } from '../scratch.ts';
import { createCatalogue, guid, inTurn, scenePath, serveWell } from './catalogue.ts';

const scene = Buffer.from('the scene '.repeat(500));
const texture = Buffer.from('the texture '.repeat(300));
const texturePath = 'knight_1k/textures/colour.png';
const files = { [scenePath]: scene, [texturePath]: texture };
const folderName = `Brave Knight_${guid}`;

test('refuses another file than the chosen one', async () => {
  const { start, library, fileRequests } = await createCatalogue({
    files,
    alterDirect: (answer) => ({ ...answer, relativePath: 'knight_10k/knight.glb' }),
  });

  await expect(start()).rejects.toMatchObject({ code: 'FILE_NOT_FOUND' });

  expect(fileRequests()).toEqual([]);
  expect(await listFiles(library)).toEqual([]);
});

test.each([
  '../outside.png',
  '/etc/passwd',
  'C:/windows/x.png',
  'knight_1k\\..\\x.png',
  'knight_1k/con.png',
  'knight_1k/KNIGHT.glb',
  'model.json',
])('writes nothing for the support path %s', async (relativePath) => {
  const { start, library } = await createCatalogue({
    files,
    alterDirect: (answer) => ({
      ...answer,
      supportFiles: [{ relativePath, url: 'http://127.0.0.1:9/x', sizeBytes: 1, sha256: 'a'.repeat(64) }],
    }),
  });

  await expect(start()).rejects.toMatchObject({
    code: 'CORRUPT_FILE',
    message: expect.stringContaining(relativePath),
  });

  expect(await listFiles(library)).toEqual([]);
});

test('leaves the old files when one new file fails', async () => {
  const library = await createScratch();
  const target = path.join(library, folderName, texturePath);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, 'older texture');
  const { start } = await createCatalogue({
    files,
    library,
    answer: (request, response, content) =>
      request.url?.endsWith('.glb') ? response.writeHead(400).end() : serveWell(request, response, content),
  });

  await expect(start({ edited: 'aside' })).rejects.toMatchObject({ code: 'FILE_HOST_UNAVAILABLE' });

  expect(await readFile(target, 'utf8')).toBe('older texture');
  expect((await listFiles(library)).filter((name) => /part|glb/.test(name))).toEqual([]);
});

test('leaves nothing behind when it is cancelled', async () => {
  const { start, library, control } = await createCatalogue({
    files,
    answer: (_request, response, content) => {
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 100), () => control.abort());
    },
  });

  await expect(start()).rejects.toMatchObject({ name: 'AbortError' });

  expect(await listFiles(library)).toEqual([]);
});

test('follows no link inside the library', async () => {
  const library = await createScratch();
  const outside = await createScratch();
  await mkdir(path.join(library, folderName));
  await symlink(outside, path.join(library, folderName, 'knight_1k'));
  const { start } = await createCatalogue({ files, library });

  await expect(start()).rejects.toMatchObject({ code: 'FORBIDDEN' });

  expect(await listFiles(outside)).toEqual([]);
});

test('refuses a model that cannot fit the disk', async () => {
  const { start, library } = await createCatalogue({
    files,
    alterDirect: (answer) => ({ ...answer, sizeBytes: 9_000_000_000_000_000 }),
  });

  await expect(start()).rejects.toMatchObject({
    code: 'INSUFFICIENT_STORAGE',
    message: expect.stringContaining('needs 9000.0 TB'),
  });

  expect(await listFiles(library)).toEqual([]);
});

test('asks for new addresses when a capability expired', async () => {
  const { start, directBodies, reports } = await createCatalogue({
    files: { [scenePath]: scene },
    answer: inTurn((_request, response) => response.writeHead(404).end()),
  });

  const { filePath } = await start();

  expect(await readFile(filePath)).toEqual(scene);
  expect(directBodies.length).toBe(2);
  expect(reports.find(({ chargedUsd }) => chargedUsd !== undefined)?.chargedUsd).toBe(1);
});

test('stops when the fresh capability is refused too', async () => {
  const { start, directBodies, server } = await createCatalogue({
    files: { [scenePath]: scene },
    answer: (_request, response) => response.writeHead(404).end(),
  });

  await expect(start()).rejects.toMatchObject({
    code: 'FILE_NOT_FOUND',
    message: expect.stringContaining(new URL(server.origin).host),
  });

  expect(directBodies.length).toBe(2);
});

test('stops when the model changed while it downloaded', async () => {
  let isChanged = false;
  const { start, library } = await createCatalogue({
    files: { [scenePath]: scene },
    alterDirect: (answer) => (isChanged ? { ...answer, sha256: 'b'.repeat(64) } : answer),
    answer: (_request, response) => {
      isChanged = true;
      response.writeHead(410).end();
    },
  });

  await expect(start()).rejects.toMatchObject({
    code: 'VERSION_CHANGED',
    message: expect.stringContaining('changed'),
  });

  expect(await listFiles(library)).toEqual([]);
});
