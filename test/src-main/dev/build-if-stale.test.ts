import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { isBuildStale } from '../../../src-main/dev/build-if-stale.ts';
import { createScratch } from '../scratch.ts';

const outputs = [
  'main/main.js',
  'preload/preload.cjs',
  'server/main.js',
  'renderer/index.html',
  'renderer/web.html',
  'renderer/pages.json',
  'renderer/trouble.html',
  'starters/3dsmax/update-feed.beta.json',
  'demo/made-from',
];

async function put(folder: string, file: string, seconds: number) {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, '');
  await utimes(target, seconds, seconds);
  await utimes(path.dirname(target), seconds, seconds);
}

async function createProject() {
  const folder = await createScratch();
  for (const source of ['server/main.ts', 'src-main/main.ts', 'src-renderer/app/app.tsx'])
    await put(folder, source, 1000);
  await utimes(path.join(folder, 'src-renderer'), 1000, 1000);
  for (const output of outputs) await put(folder, `dist/${output}`, 2000);
  return folder;
}

test('is fresh when every output is newer', async () => {
  expect(await isBuildStale(await createProject())).toBe(false);
});

test.each(['server/main.ts', 'src-renderer/app/app.tsx', 'vite.config.ts'])(
  'is stale after a change of %s',
  async (source) => {
    const folder = await createProject();

    await put(folder, source, 3000);

    expect(await isBuildStale(folder)).toBe(true);
  },
);

test.each(outputs)('is stale without %s', async (output) => {
  const folder = await createProject();

  await rm(path.join(folder, 'dist', output));

  expect(await isBuildStale(folder)).toBe(true);
});

test('is stale after a source was deleted', async () => {
  const folder = await createProject();

  await rm(path.join(folder, 'src-renderer/app/app.tsx'));

  expect(await isBuildStale(folder)).toBe(true);
});
