import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../list-files.ts';
import { createScratch } from '../../scratch.ts';
import { createCatalogue, guid, hashOf, scenePath } from '../catalogue.ts';

const texturePath = 'knight_1k/textures/wood.png';
const files = {
  [scenePath]: Buffer.from('the scene '.repeat(500)),
  [texturePath]: Buffer.from('wood '.repeat(900)),
};

/** A library in which another model has the same texture, and the download of a model that needs it. */
async function createShared(content = files[texturePath]) {
  const library = await createScratch();
  const other = path.join(library, 'Oak Chair_oak', 'chair_1k', 'oak.png');
  await mkdir(path.dirname(other), { recursive: true });
  await writeFile(other, content ?? '');
  const gone = path.join(library, 'gone.png');
  const known = new Map([[hashOf(files[texturePath] ?? Buffer.alloc(0)), [gone, other]]]);
  const catalogue = await createCatalogue({
    ...{ library, files },
    findContent: (place, sha256) => (place === library ? (known.get(sha256) ?? []) : []),
  });
  const fetched = () => catalogue.fileRequests().map(({ url }) => url.split('/').at(-1));
  return { ...catalogue, other, fetched, own: path.join(library, `Brave Knight_${guid}`, texturePath) };
}

test('does not download what another model of the library has', async () => {
  const { start, fetched, own, library } = await createShared();

  await start();

  expect(fetched()).toEqual(['knight.glb']);
  expect(await readFile(own)).toEqual(files[texturePath]);
  expect((await listFiles(library)).filter((name) => /\.(?:part|whole|leaves)$/.test(name))).toEqual([]);
});

test('an edit of one file does not show in the other', async () => {
  const { start, own, other } = await createShared();
  await start();

  await writeFile(own, 'mine', { flag: 'r+' });

  expect(await readFile(other)).toEqual(files[texturePath]);
});

test('downloads what only seemed to be there', async () => {
  const { start, fetched, own } = await createShared(Buffer.from('Wood '.repeat(900)));

  await start();

  expect(fetched().toSorted()).toEqual(['knight.glb', 'wood.png']);
  expect(await readFile(own)).toEqual(files[texturePath]);
});

test('says before it is charged that a path is too long for Windows', async () => {
  const long = path.join(await createScratch(), 'a'.repeat(200));
  const { start, directBodies } = await createCatalogue({ files, library: long, platform: 'win32' });

  await expect(start()).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: expect.stringMatching(
      /knight\.glb would have a path of \d{3} characters, .+ shorter path in Settings/,
    ),
  });

  expect(directBodies).toEqual([]);
  expect(await listFiles(long)).toEqual([]);
});
