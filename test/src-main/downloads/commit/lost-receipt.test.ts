import { readFile, rm, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readLibrary } from '../../library/read-library.ts';
import { createScratch } from '../../scratch.ts';
import { createCatalogue, guid, hashOf, scenePath } from '../catalogue.ts';

const scene = Buffer.from('the scene '.repeat(500));
const otherPath = 'knight_1k/knight.fbx';
const other = Buffer.from('another format '.repeat(200));
const place = (library: string, name: string) => path.join(library, `Brave Knight_${guid}`, name);

const inventory = [
  [scenePath, 'glb', scene],
  [otherPath, 'fbx', other],
  ['knight_1k/gone.obj', 'obj', Buffer.from('never downloaded')],
].map(([relativePath, format, content]) => ({
  ...{ relativePath, format, lod: '1k', variant: null, role: 'scene' },
  sizeBytes: content?.length,
  sha256: hashOf(Buffer.from(content ?? '')),
}));

/** A library with two formats of the model. */
async function createLibrary() {
  const library = await createScratch();
  const site = { library, inventory };
  const first = await createCatalogue({
    ...site,
    files: { [otherPath]: other },
    alterDirect: (answer) => ({ ...answer, relativePath: otherPath }),
  });
  await first.start({ relativePath: otherPath, format: 'fbx' });
  const second = await createCatalogue({ ...site, files: { [scenePath]: scene } });
  await second.start();
  return { library, start: second.start, site };
}

async function listReceipt(library: string): Promise<string[]> {
  const { models } = await readLibrary(library);
  return models.flatMap(({ files }) => files.map(({ relativePath }) => relativePath));
}

test('recognises by content what a lost receipt had told', async () => {
  const { library, start } = await createLibrary();
  await rm(place(library, '.lodestock'), { recursive: true, force: true });
  await truncate(place(library, 'model.json'), 40);
  expect(await listReceipt(library)).toEqual([]);

  await start();

  expect(await listReceipt(library)).toEqual([otherPath, scenePath]);
});

test('does not take an edited file for the one it was', async () => {
  const { library, start } = await createLibrary();
  await rm(place(library, '.lodestock'), { recursive: true, force: true });
  await rm(place(library, 'model.json'));
  await writeFile(place(library, otherPath), Buffer.alloc(other.length, 'x'));

  await start();

  expect(await listReceipt(library)).toEqual([scenePath]);
});

test('a damaged receipt costs nothing while its copy is there', async () => {
  const { library, start } = await createLibrary();
  const before = JSON.parse(await readFile(place(library, 'model.json'), 'utf8'));
  await truncate(place(library, 'model.json'), 40);
  expect(await listReceipt(library)).toEqual([otherPath, scenePath]);

  await start();

  const after = JSON.parse(await readFile(place(library, 'model.json'), 'utf8'));
  expect(after.files).toEqual(before.files);
});

test('pays nothing for a model of a newer version of the app', async () => {
  const { library, site } = await createLibrary();
  const text = JSON.stringify({ receiptVersion: 2, guid, content: 'of the future' });
  await writeFile(place(library, 'model.json'), text);
  const { start, directBodies } = await createCatalogue({ ...site, files: { [scenePath]: scene } });

  await expect(start()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringContaining('newer version of Lodestock'),
  });

  expect(directBodies).toEqual([]);
  expect(await readFile(place(library, 'model.json'), 'utf8')).toBe(text);
  expect((await readLibrary(library)).problems).toMatchObject([
    { message: { key: expect.stringContaining('Update Lodestock') } },
  ]);
});
