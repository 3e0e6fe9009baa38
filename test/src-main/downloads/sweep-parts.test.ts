import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sweepParts } from '../../../src-main/downloads/sweep-parts.ts';
import { listFiles } from '../list-files.ts';
import { createScratch } from '../scratch.ts';

const part = 'k.glb.0123456789abcdef.part';

async function put(library: string, file: string) {
  await mkdir(path.dirname(path.join(library, file)), { recursive: true });
  await writeFile(path.join(library, file), 'x');
}

test('removes what a killed download left', async () => {
  const library = await createScratch();
  for (const file of [
    `Knight_g1/k_1k/${part}`,
    `Tree_g2/${part}`,
    'Tree_g2/model.json',
    'Knight_g1/k_1k/k.glb',
  ])
    await put(library, file);

  const count = await sweepParts(library, { guids: new Set(['g1']), resumable: new Set() });

  expect(count).toBe(2);
  expect((await listFiles(library)).filter((name) => name.includes('.part'))).toEqual([]);
  expect(await listFiles(library)).toContain('Knight_g1/k_1k/k.glb');
});

test('leaves alone what is not ours', async () => {
  const library = await createScratch();
  const files = [`holiday/${part}`, part, 'Knight_g1/film.mp4.part', 'Knight_g1/a.xyz.part'];
  for (const file of files) await put(library, file);

  const count = await sweepParts(library, { guids: new Set(['g1']), resumable: new Set() });

  expect(count).toBe(0);
  expect(await listFiles(library)).toEqual(expect.arrayContaining(files));
});

test('follows no link to other folders', async () => {
  const library = await createScratch();
  const outside = await createScratch();
  await put(outside, part);
  await mkdir(path.join(library, 'Knight_g1'));
  await symlink(outside, path.join(library, 'Knight_g1/link'));
  await symlink(outside, path.join(library, 'Tree_g1'));

  await sweepParts(library, { guids: new Set(['g1']), resumable: new Set() });

  expect(await listFiles(outside)).toEqual([part]);
});

test('a library that is not there has nothing', async () => {
  expect(
    await sweepParts(path.join(await createScratch(), 'gone'), { guids: new Set(), resumable: new Set() }),
  ).toBe(0);
});

test('keeps what a job will go on with', async () => {
  const library = await createScratch();
  const journal = part.replace('.part', '.leaves');
  const useful = [`Knight_g1/k_1k/${part}`, `Knight_g1/k_1k/${journal}`];
  const useless = [
    `Knight_g1/k_10k/${part}`,
    `Knight_g1/k_100k/${journal}`,
    `Tree_g2/${part}`,
    `Tree_g2/${journal}`,
  ];
  for (const file of [...useful, ...useless]) await put(library, file);

  const count = await sweepParts(library, { guids: new Set(['g1', 'g2']), resumable: new Set(['g1']) });

  const left = (await listFiles(library)).filter((name) => /\.(part|leaves)$/.test(name));
  expect([count, left.sort()]).toEqual([4, useful.sort()]);
});
