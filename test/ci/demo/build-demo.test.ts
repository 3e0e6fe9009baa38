import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDemo } from '../../../.ci/demo/build-demo.ts';
import { readGlb } from './read-glb.ts';

const small = { '1k': 1000, '10k': 1000, '100k': 1000 } as const;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lodestock-demo-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function hashFiles(root: string): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted()
    .map(
      (file) =>
        `${path.relative(root, file)} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`,
    );
}

test('writes the same bytes in two runs', () => {
  const models = ['coffee-mug', 'oak-tree'];
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  writeDemo(first, { models, budgets: small });

  writeDemo(second, { models, budgets: small });

  expect(hashFiles(second)).toEqual(hashFiles(first));
  expect(hashFiles(first).length).toBeGreaterThan(20);
});

test('fills the full budgets of one model', () => {
  writeDemo(folder, { models: ['chess-rook'] });

  const counts = ['1k', '10k', '100k'].map(
    (topology) => readGlb(path.join(folder, 'Chess Rook', topology, 'chess-rook.glb')).triangles,
  );

  expect(
    counts.map((count, index) => count / 1000 / 10 ** index).filter((share) => share > 1 || share < 0.6),
  ).toEqual([]);
});

test('gives each model a picture that shows at once', async () => {
  writeDemo(folder, { budgets: small });

  for (const title of readdirSync(folder)) {
    const picture = readFileSync(path.join(folder, title, 'previewMedium.webp'));
    const { width, height, hasAlpha } = await sharp(picture).metadata();
    expect({ title, width, height, hasAlpha }).toEqual({ title, width: 512, height: 512, hasAlpha: true });
    expect(picture.length).toBeLessThan(25_000);
  }
});

test('gives one model all pictures of its materials, in each format', async () => {
  writeDemo(folder, { models: ['portable-radio'], budgets: small });
  const place = path.join(folder, 'Portable Radio/1k');
  const read = (name: string) => readFileSync(path.join(place, name), 'latin1');
  const dial = ['basecolor', 'normal', 'orm', 'emissive'].map((map) => `portable-radio_dial_${map}`);

  const channels = await Promise.all(
    dial.map(async (name) => {
      const { channels: found } = await sharp(path.join(place, `textures/${name}.png`)).stats();
      return found.map(({ mean }) => Math.round(mean / 16));
    }),
  );
  const [glb, fbx, mtl] = ['glb', 'fbx', 'mtl'].map((ending) => read(`portable-radio.${ending}`));

  expect(channels).toEqual([
    [16, 14, 11],
    [8, 8, 16],
    [16, 6, 0],
    [8, 6, 2],
  ]);
  expect(dial.filter((name) => !glb?.includes(`"${name}"`))).toEqual([]);
  expect(glb).toMatch(/"occlusionTexture".*"emissiveTexture"/);
  for (const text of [fbx, mtl])
    expect(dial.map((name) => text?.includes(`textures/${name}.png`))).toEqual([true, true, false, true]);
});

test('says which model no budget can hold', () => {
  const write = () => writeDemo(folder, { models: ['wine-glass'], budgets: { '1k': 10 } });

  expect(write).toThrow('The demo model wine-glass cannot be built with 10 triangles');
});
