import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDemoLibrary } from '../../../../server/library/demo/write-demo-library.ts';
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

test('writes the same bytes in two runs', async () => {
  const models = ['coffee-mug', 'oak-tree'];
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  await writeDemoLibrary({ folder: first, models, triangleBudgets: small });

  await writeDemoLibrary({ folder: second, models, triangleBudgets: small });

  expect(hashFiles(second)).toEqual(hashFiles(first));
  expect(hashFiles(first).length).toBeGreaterThan(20);
});

test('fills the full budgets of one model', async () => {
  await writeDemoLibrary({ folder, models: ['chess-rook'] });

  const counts = ['1k', '10k', '100k'].map(
    (topology) => readGlb(path.join(folder, 'Chess Rook', topology, 'chess-rook.glb')).triangles,
  );

  expect(
    counts.map((count, index) => count / 1000 / 10 ** index).filter((share) => share > 1 || share < 0.6),
  ).toEqual([]);
});

test('reports each model with its folder', async () => {
  const seen: unknown[] = [];

  await writeDemoLibrary({
    folder,
    models: ['toy-rocket', 'wine-glass'],
    triangleBudgets: small,
    onModel: (progress) => seen.push(progress),
  });

  expect(seen).toEqual([
    { folder: path.join(folder, 'Toy Rocket'), done: 1, total: 2 },
    { folder: path.join(folder, 'Wine Glass'), done: 2, total: 2 },
  ]);
});

test('leaves a folder that exists alone', async () => {
  const own = path.join(folder, 'Coffee Mug');
  mkdirSync(own);
  writeFileSync(path.join(own, 'note.txt'), 'mine');

  await writeDemoLibrary({ folder, models: ['coffee-mug'], triangleBudgets: small });

  expect(readdirSync(own)).toEqual(['note.txt']);
});

test('replaces the draft of a broken run', async () => {
  const draft = path.join(folder, '.Wine Glass.draft');
  mkdirSync(path.join(draft, '1k'), { recursive: true });
  writeFileSync(path.join(draft, '1k', 'half.glb'), 'half');

  await writeDemoLibrary({ folder, models: ['wine-glass'], triangleBudgets: small });

  expect(readdirSync(folder)).toEqual(['Wine Glass']);
  expect(readdirSync(path.join(folder, 'Wine Glass', '1k'))).not.toContain('half.glb');
});

test('leaves no half model when aborted', async () => {
  const stop = new AbortController();
  const models = ['wine-glass', 'coffee-mug', 'dining-chair', 'enamel-kettle'];

  const run = writeDemoLibrary({ folder, models, signal: stop.signal, onModel: () => stop.abort() });

  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  const found = readdirSync(folder);
  expect(found).toContain('Wine Glass');
  expect(found.length).toBeLessThan(models.length);
  expect(found.filter((name) => name.startsWith('.'))).toEqual([]);
  expect(found.filter((name) => !readdirSync(path.join(folder, name)).includes('product.json'))).toEqual([]);
});

test('starts nothing when aborted before', async () => {
  const run = writeDemoLibrary({ folder, signal: AbortSignal.abort() });

  await expect(run).rejects.toMatchObject({ name: 'AbortError' });
  expect(readdirSync(folder)).toEqual([]);
});

test('refuses a model that it does not know', async () => {
  const run = writeDemoLibrary({ folder, models: ['wine-glass', 'unicorn'] });

  await expect(run).rejects.toThrow('There is no demo model unicorn');
  expect(readdirSync(folder)).toEqual([]);
});

test('names the folder that it cannot write', async () => {
  const file = path.join(folder, 'library');
  writeFileSync(file, 'not a folder');

  const run = writeDemoLibrary({ folder: file, models: ['wine-glass'], triangleBudgets: small });

  await expect(run).rejects.toThrow(`The demo library in ${file} could not be written`);
});

test('says which model no budget can hold', async () => {
  const run = writeDemoLibrary({ folder, models: ['wine-glass'], triangleBudgets: { '1k': 10 } });

  await expect(run).rejects.toThrow('The demo model wine-glass cannot be built with 10 triangles');
  expect(readdirSync(folder)).toEqual([]);
});
