import { expect, test } from 'vitest';
import { holdsOnes } from '../../../../server/library/recognise/holds-ones.ts';

/** Lists a tree of files by their paths. */
function listTree(paths: readonly string[]) {
  return (folder: string) => {
    const inside = paths.flatMap((path) => {
      if (folder === '') return [path];
      return path.startsWith(`${folder}/`) ? [path.slice(folder.length + 1)] : [];
    });
    const folders = inside
      .filter((path) => path.includes('/'))
      .map((path) => path.slice(0, path.indexOf('/')));
    return { files: inside.filter((path) => !path.includes('/')), folders: [...new Set(folders)] };
  };
}
const models = ['Camera/ac_01.fbx', 'Sofa/x.obj', 'Lamp/glTF/lamp.gltf', 'Lamp/FBX/lamp.fbx'];

test.each([
  ['folders of one model each', models, true],
  ['folders of topologies', [...models.slice(0, 2), 'Chair/1k/chair.glb', 'Chair/10k/chair.glb'], true],
  ['some of several models', [...models, 'Robots/a.fbx', 'Robots/b.fbx'], true],
  [
    'most of several models',
    [...models.slice(0, 2), 'Robots/a.fbx', 'Robots/b.fbx', 'Cars/c.fbx', 'Cars/d.fbx'],
    false,
  ],
  ['two folders alone', models.slice(0, 2), false],
  ['folders without models', ['Notes/a.txt', 'More/b.txt', 'Last/c.txt'], false],
  [
    'shelves of folders',
    ['A/x/x.obj', 'A/y/y.obj', 'B/z/z.obj', 'B/w/w.obj', 'C/u/u.obj', 'C/v/v.obj'],
    false,
  ],
])('tells of %s whether it has a folder for each model', (_what, paths, holds) => {
  expect(holdsOnes(listTree(paths))).toBe(holds);
});

test('asks few folders of many', () => {
  const many = listTree(Array.from({ length: 500 }, (_, index) => `Thing ${index}/part.stl`));
  const asked = new Set<string>();

  const holds = holdsOnes((folder) => {
    if (folder !== '') asked.add(folder);
    return many(folder);
  });

  expect([holds, asked.size]).toEqual([true, 12]);
});

test('looks into no folder of textures', () => {
  const list = listTree(['A/a.obj', 'A/textures/a.png', 'B/b.obj', 'B/Maps/b.png', 'C/c.obj', 'C/FBX/c.fbx']);
  const asked = new Set<string>();

  holdsOnes((folder) => {
    asked.add(folder);
    return list(folder);
  });

  expect([...asked]).toEqual(['', 'A', 'B', 'C', 'C/FBX']);
});
