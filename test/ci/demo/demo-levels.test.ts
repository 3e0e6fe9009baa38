import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemo } from '../../../.ci/demo/build-demo.ts';
import { demoModels } from '../../../.ci/demo/demo-models.ts';
import { readGlb } from './read-glb.ts';

const levels = { '1k': 1000, '10k': 10_000, '100k': 100_000 } as const;
const models = demoModels.map((model) => ({ ...model, name: model.title }));

let library: string;
beforeAll(() => {
  library = mkdtempSync(path.join(tmpdir(), 'lodestock-demo-'));
  writeDemo(library);
});
afterAll(() => rmSync(library, { recursive: true, force: true }));

const readLevels = ({ title, slug }: { readonly title: string; readonly slug: string }) =>
  Object.keys(levels).map((level) => readGlb(path.join(library, title, level, `${slug}.glb`)));

test.each(models)('gives every level of $name one box, pivot and ground', (model) => {
  const boxes = readLevels(model).map(({ box }) =>
    Object.values(box).flatMap(({ low, high }) => [low, high]),
  );
  const [reference = []] = boxes;
  const diagonal = Math.hypot(
    ...[1, 3, 5].map((side) => (reference[side] ?? 0) - (reference[side - 1] ?? 0)),
  );

  const shifts = boxes.map((box) => box.map((side, index) => Math.abs(side - (reference[index] ?? 0))));

  expect(Math.max(...shifts.flat()) / diagonal).toBeLessThan(0.001);
});

test.each(models)('fills the levels of $name within a quarter', (model) => {
  const shares = readLevels(model).map(
    ({ triangles }, index) => triangles / (Object.values(levels)[index] ?? 1),
  );

  expect(shares.filter((share) => share < 0.75 || share > 1.25)).toEqual([]);
});

test('takes at most 80 MB on disk', () => {
  const sizes = readdirSync(library, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(path.join(entry.parentPath, entry.name)).size);

  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(80 * 1024 * 1024);
});
