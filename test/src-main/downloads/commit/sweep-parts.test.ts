import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sweepParts } from '../../../../src-main/downloads/commit/upkeep.ts';
import { takeLease } from '../../../../src-main/library/lease.ts';
import { listModelFolders } from '../../../../src-main/library/model-folders.ts';
import { listFiles } from '../../list-files.ts';
import { createScratch } from '../../scratch.ts';
import { createSharing } from '../create-sharing.ts';

const key = '0123456789abcdef';
const own = '.lodestock/c0ffee0123456789';
const others = '.lodestock/beef000123456789';

async function put(library: string, file: string, content = 'x') {
  await mkdir(path.dirname(path.join(library, file)), { recursive: true });
  await writeFile(path.join(library, file), content);
}

const sweep = async (library: string, resumable: readonly string[] = []) =>
  sweepParts({
    ...{ library, folders: await listModelFolders(library), sharing: createSharing() },
    resumable: new Set(resumable),
  });

const left = async (library: string) =>
  (await listFiles(library)).filter((name) => /\.(?:part|leaves|whole)$/.test(name));

test('removes what a killed download left', async () => {
  const library = await createScratch();
  for (const file of [
    `Knight_g1/${own}/${key}.part`,
    `Knight_g1/${own}-2/${key}.whole`,
    `Sorted/Tree_g2/${own}/${key}.part`,
    'Knight_g1/k_1k/k.glb',
  ])
    await put(library, file);

  const count = await sweep(library);

  expect(count).toBe(3);
  expect(await left(library)).toEqual([]);
  expect(await listFiles(library)).toEqual(['Knight_g1', 'Knight_g1/k_1k', 'Knight_g1/k_1k/k.glb']);
});

test('leaves alone what is not ours', async () => {
  const library = await createScratch();
  const files = [
    `holiday/${key}.part`,
    `${key}.part`,
    'Knight_g1/film.mp4.part',
    `Knight_g1/${own}/notes.txt`,
  ];
  for (const file of files) await put(library, file);

  const count = await sweep(library);

  expect(count).toBe(0);
  expect(await listFiles(library)).toEqual(expect.arrayContaining(files));
});

test('leaves alone what other computers receive', async () => {
  const library = await createScratch();
  const file = `Knight_g1/${others}/${key}.part`;
  await put(library, file);

  const count = await sweep(library);

  expect(count).toBe(0);
  expect(await left(library)).toEqual([file]);
});

test('leaves alone what a copy of this computer receives', async () => {
  const library = await createScratch();
  const file = `Knight_g1/${own}/${key}.part`;
  const holder = {
    machine: 'c0ffee0123456789',
    host: `${hostname()}-copy`,
    pid: 1,
    token: 'theirs',
    beat: 1,
  };
  await put(library, file);
  await put(
    library,
    `Knight_g1/${own}/staging-1.lease`,
    JSON.stringify({ ...holder, at: '2026-01-01T00:00:00Z', state: 'held' }),
  );

  const count = await sweep(library);

  expect(count).toBe(0);
  expect(await left(library)).toEqual([file]);
});

test('follows no link to other folders', async () => {
  const library = await createScratch();
  const outside = await createScratch();
  await put(outside, `${own}/${key}.part`);
  await mkdir(path.join(library, 'Knight_g1/.lodestock'), { recursive: true });
  await symlink(path.join(outside, own), path.join(library, 'Knight_g1', own));
  await symlink(outside, path.join(library, 'Tree_g1'));

  await sweep(library);

  expect(await left(outside)).toEqual([`${own}/${key}.part`]);
});

test('keeps what a job will go on with', async () => {
  const library = await createScratch();
  const other = 'fedcba9876543210';
  const useful = [
    `Knight_g1/${own}/${key}.part`,
    `Knight_g1/${own}/${key}.leaves`,
    `Knight_g1/${own}/${other}.whole`,
  ];
  const useless = [`Knight_g1/${own}/${other}.part`, `Tree_g2/${own}/${key}.part`];
  for (const file of [...useful, ...useless]) await put(library, file);

  const count = await sweep(library, ['g1']);

  expect([count, await left(library)]).toEqual([2, useful.toSorted()]);
});

const daysAgo = async (library: string, file: string, days: number) => {
  const time = Date.now() / 1000 - days * 24 * 60 * 60;
  await utimes(path.join(library, file), time, time);
};

test('removes what another computer left long ago', async () => {
  const library = await createScratch();
  const [old, recent] = [`Knight_g1/${others}/${key}.part`, `Tree_g2/${others}/${key}.part`];
  await put(library, old);
  await put(library, recent);
  await daysAgo(library, old, 31);
  await daysAgo(library, recent, 29);

  expect(await sweep(library)).toBe(1);
  expect(await left(library)).toEqual([recent]);
});

test('leaves old parts of a computer that is at work', async () => {
  const library = await createScratch();
  const part = `Knight_g1/${others}/${key}.part`;
  await put(library, part);
  const lease = await takeLease({
    folder: path.join(library, 'Knight_g1', others),
    ...{ name: 'staging', machine: 'beef000123456789', signal: new AbortController().signal },
    timing: createSharing().timing,
  });
  await daysAgo(library, part, 40);

  expect(await sweep(library)).toBe(0);
  expect(await left(library)).toEqual([part]);
  await lease.release();
});
