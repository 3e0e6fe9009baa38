import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeDemo } from '../../../.ci/demo/build-demo.ts';
import { demoModels } from '../../../.ci/demo/demo-models.ts';
import { readGlb } from './read-glb.ts';

const budgets = { '1k': 1000, '10k': 1600, '100k': 2600 } as const;
const models = demoModels.map((model) => ({ ...model, name: model.title }));
const hasAssimp = spawnSync('assimp', ['version']).status === 0;

let library: string;
beforeAll(() => {
  library = mkdtempSync(path.join(tmpdir(), 'lodestock-demo-'));
  writeDemo(library, { budgets });
});
afterAll(() => rmSync(library, { recursive: true, force: true }));

const fileOf = (
  model: { readonly title: string; readonly slug: string },
  topology: string,
  extension: string,
) => path.join(library, model.title, topology, `${model.slug}.${extension}`);

function inspect(file: string) {
  const { stdout, status } = spawnSync('assimp', ['info', file], { encoding: 'utf8' });
  const textures = stdout.split('Texture Refs:')[1]?.split('Node hierarchy')[0] ?? '';
  const materials = stdout.split('Named Materials:')[1]?.split('Texture Refs')[0] ?? '';
  return {
    status,
    faces: Number(/Faces:\s+(\d+)/.exec(stdout)?.[1]),
    textures: [...textures.matchAll(/'([^']+)'/g)].map((match) => match[1] ?? ''),
    materials: [...materials.matchAll(/^ {4}'([^']+)'/gm)].map((match) => match[1] ?? ''),
  };
}

test('writes every model of its list and nothing else', () => {
  const found = readdirSync(library);

  expect(found.toSorted()).toEqual(demoModels.map((model) => model.title).toSorted());
});

test.each(models)('makes valid glTF for $name at every topology', async (model) => {
  const folders = Object.keys(budgets).map((topology) => path.join(library, model.title, topology));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.glb'))
      .map((name) => path.join(folder, name)),
  );

  const reports = await Promise.all(files.map((file) => validateBytes(new Uint8Array(readFileSync(file)))));

  // Programs make the tangents of normal maps themselves, so that files stay small.
  const issues = reports.flatMap((report) => report.issues.messages).filter(({ severity }) => severity < 2);
  expect(issues.filter(({ code }) => code !== 'MESH_PRIMITIVE_GENERATED_TANGENT_SPACE')).toEqual([]);
});

test.each(models)('keeps $name under its triangle budgets', (model) => {
  const counts = Object.keys(budgets).map((topology) => readGlb(fileOf(model, topology, 'glb')).triangles);

  expect(counts[0]).toBeGreaterThan(0.6 * budgets['1k']);
  expect(counts.map((count, index) => count <= (Object.values(budgets)[index] ?? 0))).toEqual([
    true,
    true,
    true,
  ]);
  expect(counts.toSorted((a, b) => a - b)).toEqual(counts);
});

test.each(models)('stands $name centred on the ground', (model) => {
  const { x, y, z } = readGlb(fileOf(model, '100k', 'glb')).box;
  const size = Math.max(x.high - x.low, y.high - y.low, z.high - z.low);

  expect(size).toBeGreaterThan(0.01);
  expect(size).toBeLessThan(20);
  expect(Math.abs(y.low)).toBeLessThan(0.02 * size);
  expect(Math.abs(x.low + x.high)).toBeLessThan(0.2 * size);
  expect(Math.abs(z.low + z.high)).toBeLessThan(0.2 * size);
});

test.each(models)('gives $name parts with several materials', (model) => {
  const { parts, materials } = readGlb(fileOf(model, '10k', 'glb'));

  expect(new Set(parts).size).toBe(parts.length);
  expect(parts.length).toBeGreaterThanOrEqual(2);
  expect(materials.length).toBeGreaterThanOrEqual(2);
});

test.skipIf(!hasAssimp).each(models)('lets assimp load $name as FBX and OBJ', (model) => {
  const { triangles, materials } = readGlb(fileOf(model, '1k', 'glb'));

  const found = ['fbx', 'obj'].map((extension) => inspect(fileOf(model, '1k', extension)));

  for (const file of found) {
    expect(file).toMatchObject({ status: 0, faces: triangles });
    expect(file.materials.filter((name) => name !== 'DefaultMaterial').toSorted()).toEqual(
      materials.toSorted(),
    );
    expect(file.textures.length).toBeGreaterThan(0);
    expect(file.textures.filter((name) => !existsSync(path.join(library, model.title, '1k', name)))).toEqual(
      [],
    );
  }
});

test.each(models)('describes $name for the catalogue', (model) => {
  const product: Record<string, unknown> = JSON.parse(
    readFileSync(path.join(library, model.title, 'product.json'), 'utf8'),
  );

  expect(product).toMatchObject({ title: model.title, type: 0, license: model.license, rigged: false });
  expect(model.description.split('. ').length).toBeGreaterThanOrEqual(2);
  expect(model.tags.length).toBeGreaterThanOrEqual(6);
  expect(model.tags.length).toBeLessThanOrEqual(10);
  expect(product.animated).toBe(model.tags.includes('animated'));
});

test('turns the gears in the animated file alone', () => {
  const gears = { title: 'Spur Gear Pair', slug: 'spur-gears' };
  const still = readGlb(fileOf(gears, '1k', 'glb'));
  const moving = readGlb(fileOf({ ...gears, slug: 'spur-gears-animated' }, '1k', 'glb'));

  expect(still.turning).toBe(0);
  expect(moving.turning).toBe(2);
});
