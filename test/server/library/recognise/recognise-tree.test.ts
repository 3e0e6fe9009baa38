import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { recogniseTree } from '../../../../server/library/recognise/recognise-tree.ts';
import { isScene, whyLeftOut } from '../../../../server/library/recognise/scene-files.ts';
import { runs } from '../../../helpers/property-runs.ts';

/**
 * People's folders, each with its name after a `#`. A line is the number of the model that the file is a scene of, or `-`, and its
 * path; after a bar its triangles, `motion` where it moves and has no mesh, or its text.
 */
const trees = readFileSync(new URL('fixtures/disk-trees.txt', import.meta.url), 'utf8')
  .split(/^# /m)
  .slice(1)
  .map((text) => {
    const [name = '', ...rows] = text.trim().split('\n');
    const files = rows.map((row) => {
      const [, model, path = '', facts = ''] = /^(\S+) (.*?)(?: \| (.*))?$/.exec(row) ?? [];
      return { model, path, facts };
    });
    return { name, files };
  });

test.each(trees)('finds the models of $name', ({ files }) => {
  const factsOf = (path: string) => files.find((file) => file.path === path)?.facts ?? '';
  const { models } = recogniseTree(
    files.map(({ path }) => path),
    {
      trianglesOf: (path) => (/^\d/.test(factsOf(path)) ? Number.parseInt(factsOf(path), 10) : null),
      isMotion: (path) => factsOf(path).endsWith('motion'),
      readText: (path) => (factsOf(path).startsWith('{') ? factsOf(path) : null),
    },
  );

  const scenes = files.filter(({ model }) => model !== '-');
  const expected = [...Map.groupBy(scenes, ({ model }) => model).values()].map((own) =>
    own.map(({ path }) => path).sort(),
  );
  expect(models.map((model) => model.scenes.toSorted()).sort()).toEqual(expected.sort());
});

describe('topology folders', () => {
  test.each([
    ['exact names', ['chair/1k/a.obj', 'chair/10k/a.obj']],
    ['a single one', ['chair/1k/a.obj']],
    [
      "the public service's names",
      ['7000001_x/uploads_files_7000001_100k/x.obj', '7000001_x/uploads_files_7000001_lowpoly/x.obj'],
    ],
    ['several suffixes', ['chair/chair_1k/chair_1k.glb', 'chair/chair_10k/chair_10k.glb']],
    [
      'a source that its owner describes',
      ['chair/product.json', 'chair/source/a.fbx', 'chair/textures/a.png'],
    ],
  ])('stay the explicit layout with %s', (_, files) => {
    const { models, explicit } = recogniseTree(files);

    expect(models).toEqual([]);
    expect(explicit).toHaveLength(1);
  });
});

test('takes a source of nothing but program code or documents for an ordinary folder', () => {
  const { models, explicit } = recogniseTree([
    'tool/docs/source/conf.py',
    'tool/docs/source/index.rst',
    'tool/meshes/chair.glb',
    'kit/source/table.fbx',
  ]);

  expect(explicit).toEqual(['kit']);
  expect(models.map(({ scenes }) => scenes)).toEqual([['tool/meshes/chair.glb']]);
});

test('names every archive and unknown format that is left out', () => {
  const { leftOut } = recogniseTree([
    'a/chair.7z',
    'a/part.step',
    'a/notes.txt',
    'b/c/scan.ztl',
    'b/c/scan.stl.gz',
    'b/pack.tar.xz',
    'b/server.log.gz',
    'b/fox.1.gz',
    'c/scan.e57',
    'c/solid.binvox',
    'c/Frame.CATPart',
    'c/Bracket.prt.3',
    'c/Barn.duf',
    'c/orc.lys',
    'c/pack.7z.001',
    'c/pack.7z.002',
    'c/pack.z01',
    'c/old.r00',
    'c/set.part2.rar',
    'c/mmd.lzh',
    'c/.boat.glb.icloud',
    'c/.notes.txt.icloud',
    'a/chair.glb',
    'a/chair.blend1',
    'c_bak/chair.glb',
    'c_bak/table.glb',
  ]);

  expect(leftOut.map(({ path }) => path).sort()).toEqual([
    'a/chair.7z',
    'a/chair.blend1',
    'b/c/scan.stl.gz',
    'b/pack.tar.xz',
    'c/.boat.glb.icloud',
    'c/Bracket.prt.3',
    'c/mmd.lzh',
    'c/old.r00',
    'c/orc.lys',
    'c/pack.7z.001',
    'c/pack.7z.002',
    'c/pack.z01',
    'c/set.part2.rar',
    'c_bak',
  ]);
});

const word = fc.constantFrom(
  ...'chair table Rock_01 wall_low LOD0 FBX OBJ glTF textures Textures source 1k 4k red scene Models maps v2 max chair_fbx chair_obj.zip Animations'.split(
    ' ',
  ),
);
const extension = fc.constantFrom(
  ...'fbx obj glb gltf blend stl png jpg bin mtl txt zip step max'.split(' '),
);
const file = fc
  .tuple(fc.array(word, { maxLength: 3 }), word, extension)
  .map(([folders, name, ending]) => [...folders, `${name}.${ending}`].join('/'));
const tree = fc.uniqueArray(file, { maxLength: 25 });

test('puts every scene into exactly one model, or names it', () => {
  fc.assert(
    fc.property(tree, (files) => {
      const { models, explicit, leftOut } = recogniseTree(files);
      const taken = models.flatMap(({ scenes }) => scenes);
      const isSeen = (path: string) =>
        !path.includes('@eaDir/') && !explicit.some((folder) => path.startsWith(`${folder}/`));
      const scenes = files.filter((path) => isScene(path) && isSeen(path));

      expect([...taken].sort()).toEqual(scenes.sort());
      const named = files.filter((path) => whyLeftOut(path) !== null && isSeen(path));
      expect(leftOut.map(({ path }) => path).sort()).toEqual(named.sort());
    }),
    runs(300),
  );
});

test('finds the same models in any order of the files', () => {
  fc.assert(
    fc.property(
      tree.chain((files) =>
        fc.tuple(fc.constant(files), fc.shuffledSubarray(files, { minLength: files.length })),
      ),
      ([files, shuffled]) => {
        expect(recogniseTree(shuffled)).toEqual(recogniseTree(files));
      },
    ),
    runs(100),
  );
});

test('gives each model of a folder a key of its own', () => {
  fc.assert(
    fc.property(tree, (files) => {
      const keys = recogniseTree(files).models.map(({ folder, key }) => `${folder}\n${key}`);

      expect(new Set(keys).size).toBe(keys.length);
    }),
    runs(200),
  );
});

test('leaves models in topology folders alone, whatever they are called', () => {
  const { models, explicit } = recogniseTree([
    'glb/product.json',
    'glb/1k/box.glb',
    'fbx/1k/box.fbx',
    'fbx/10k/box.fbx',
    'textures/product.json',
    'textures/1k/pallet.glb',
  ]);

  expect(explicit).toEqual(['fbx', 'glb', 'textures']);
  expect(models).toEqual([]);
});
